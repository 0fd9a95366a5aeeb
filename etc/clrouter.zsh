#compdef clrouter
# SPDX-License-Identifier: Apache-2.0
#
# zsh completion for clrouter(1). Subcommands and options are asked of the tool
# itself, so that there is no second list of them.

# The rows of a section of the help ("Subcommands", "Options"), as NAME:MEANING.
_clrouter_rows() {
	"${@:2}" --help 2>/dev/null |
		sed -n "/^$1:/,/^\$/s/^  \([a-z-][a-z-]*\)\( [A-Z][A-Z]*\)* *\(.*\)/\1:\3/p"
}

_clrouter_offer() {
	local -a rows=("${(@f)$(_clrouter_rows "${@:2}")}")

	_describe "$1" rows
}

# The options that are followed by a value.
_clrouter_valued() {
	print -- -o
	"$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\) [A-Z].*/\1/p'
}

# What configuration and doctor call the drivers.
_clrouter_drivers() {
	local -a rows=(${(f)"$("$1" files 2>/dev/null |
		sed -n 's/^driver: \([^:]*\): .*/\1/p' | sed 's|.*/||; s|\.icd$||')"})

	_describe driver rows
}

_clrouter_layers() {
	local -a rows=(${(f)"$("$1" config 2>/dev/null | sed -n 's/^\[layer \(.*\)\]$/\1/p')"})

	_describe layer rows "${@:2}"
}

# Services, by the files that doctor --unit reads.
_clrouter_units() {
	local -a rows=({/etc,/run,/usr/local/lib,/usr/lib,/lib}/systemd/system/*.service(N:t:r))

	_describe unit rows
}

# What is still missing of the words of "set", which follow the tool.
_clrouter_set() {
	local -a subjects=(device driver order) devices=(all none gpu cpu accelerator custom default)
	local -a states=(on off)

	case $2 in
	'') _describe subject subjects ;;
	device) _describe device devices ;;
	driver)
		case $# in
		2) _clrouter_drivers "$1" ;;
		3) _describe state states ;;
		esac
		;;
	order) _clrouter_drivers "$1" ;;
	esac
}

# The processes that have a command line; threads of the kernel have none.
_clrouter_processes() {
	local -a rows
	local file

	for file in ${(f)"$(grep -a -l -s . /proc/[1-9]*/cmdline)"}; do
		rows+=("${${file#/proc/}%/cmdline}:$(cat "$file" 2>/dev/null | tr '\0\n' '  ' | cut -c -60)")
	done
	_describe process rows
}

_clrouter() {
	local tool=$words[1] previous=$words[CURRENT-1] subcommand= i
	local -a valued=(${(f)"$(_clrouter_valued "$words[1]")"})
	local -a forms=(text perfetto html summary csv sqlite)

	for ((i = 2; i < CURRENT; i++)); do
		if [[ $words[i] == -- || ($words[i] != -* && -n $subcommand) ]]; then
			[[ $words[i] == -- ]] && ((i++))
			break
		elif (($valued[(Ie)$words[i]])); then
			((i++))
		elif [[ $words[i] != -* && $words[i] != help ]]; then
			subcommand=$words[i]
		fi
	done
	if [[ $subcommand == (run|record|top|capture|sanitize) && ($i -lt $CURRENT || $words[i-1] == --) ]]; then
		words=("${(@)words[i,-1]}")
		((CURRENT -= i - 1))
		_normal
		return
	fi
	case $previous in
	help) _clrouter_offer subcommand Subcommands "$tool" ;;
	--root) _files -/ ;;
	-o | --output | --bundle) _files ;;
	--stop | --record) _files -g '*.clrecord' ;;
	--program) _command_names -e || _files ;;
	--export) _describe form forms ;;
	--unit) _clrouter_units ;;
	--pid) _clrouter_processes ;;
	--only | --without | --driver) _clrouter_drivers "$tool" ;;
	--layer) _clrouter_layers "$tool" ;;
	--option) _clrouter_layers "$tool" -q -S . ;;
	*)
		if (($valued[(Ie)$previous])); then
			_message value
		elif [[ $words[CURRENT] == -* ]]; then
			_clrouter_offer option Options "$tool" $subcommand
		elif [[ -z $subcommand ]]; then
			_clrouter_offer subcommand Subcommands "$tool"
		elif [[ $subcommand == doctor ]]; then
			_clrouter_drivers "$tool"
		elif [[ $subcommand == set ]]; then
			_clrouter_set "$tool" "${(@)words[i,CURRENT-1]}"
		elif [[ $subcommand == report ]]; then
			_files -g '*.clrecord' || _files
		elif [[ $subcommand == replay ]]; then
			_files -/
		elif [[ $subcommand == (run|record|top|capture|sanitize) ]]; then
			_command_names -e
		fi
		;;
	esac
}

_clrouter "$@"
