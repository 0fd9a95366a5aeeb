#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-ini-corpora: our stand-in for inih reads all corpora of configuration texts as inih does. The
# target's own corpus is replayed by fuzz-ini itself.

srcdir=${srcdir:-.}
for corpus in conf-text conf-files words glob icd-file log; do
	tests/fuzz/fuzz-ini "$srcdir/tests/fuzz/corpus/$corpus" || exit 1
done
