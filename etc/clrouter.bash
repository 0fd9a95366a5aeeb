# SPDX-License-Identifier: Apache-2.0
#
# bash completion for clrouter(1). Subcommands and options are asked of the tool
# itself, so that there is no second list of them.

# The names in the first column of a section of the help: "Subcommands", "Options".
_clrouter_words() {
	"${@:2}" --help 2>/dev/null |
		sed -n "/^$1:/,/^\$/s/^  \\([a-z-][a-z-]*\\).*/\\1/p"
}

# The options that are followed by a value, with a blank around each.
_clrouter_valued() {
	printf ' -o '
	"$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\) [A-Z].*/\1/p' | tr '\n' ' '
}

# What configuration and doctor call the drivers.
_clrouter_drivers() {
	"$1" files 2>/dev/null | sed -n 's/^driver: \([^:]*\): .*/\1/p' | sed 's|.*/||; s|\.icd$||'
}

_clrouter_layers() {
	"$1" config 2>/dev/null | sed -n 's/^\[layer \(.*\)\]$/\1/p'
}

# Services, by the files that doctor --unit reads.
_clrouter_units() {
	find /etc/systemd/system /run/systemd/system /usr/local/lib/systemd/system \
		/usr/lib/systemd/system /lib/systemd/system -maxdepth 1 -name '*.service' 2>/dev/null |
		sed 's|.*/||; s|\.service$||' | sort -u
}

# What is still missing of the words of "set", whose first one has the index $2.
_clrouter_set() {
	local first=${COMP_WORDS[$2]}

	if (($2 == 0 || $2 == COMP_CWORD)); then
		_clrouter_reply -W "device driver order"
	elif [[ $first == device ]]; then
		_clrouter_reply -W "all none gpu cpu accelerator custom default"
	elif [[ $first == driver ]] && ((COMP_CWORD > $2 + 1)); then
		((COMP_CWORD > $2 + 2)) || _clrouter_reply -W "on off"
	elif [[ $first == @(driver|order) ]]; then
		_clrouter_reply -W "$(_clrouter_drivers "$1")"
	fi
}

# The processes that have a command line; threads of the kernel have none.
_clrouter_processes() {
	grep -a -l -s . /proc/[1-9]*/cmdline | cut -d / -f 3
}

# The index of the subcommand, and of the program that a subcommand is to run; 0: not reached.
_clrouter_positions() {
	local i words=0 valued

	valued=$(_clrouter_valued "${COMP_WORDS[0]}")
	for ((i = 1; i < COMP_CWORD && words < 2; i++)); do
		case ${COMP_WORDS[i]} in
		--)
			echo $((i + 1))
			words=$((words + 1))
			;;
		-*) [[ $valued != *" ${COMP_WORDS[i]} "* ]] || ((i++)) ;;
		= | : | help) ;;
		*)
			echo "$i"
			words=$((words + 1))
			;;
		esac
	done
	printf '0\n0\n'
}

_clrouter_reply() {
	local line

	while IFS= read -r line; do
		COMPREPLY+=("$line")
	done < <(compgen "$@" -- "${COMP_WORDS[COMP_CWORD]}")
}

# Records first: any other file only if no record and no directory fits.
_clrouter_records() {
	_clrouter_reply -f -X '!*.clrecord'
	_clrouter_reply -d
	((${#COMPREPLY[@]})) || _clrouter_reply -f
}

_clrouter() {
	local tool=$1 current=$2 previous=$3 subcommand= positions program

	COMPREPLY=()
	mapfile -t positions < <(_clrouter_positions)
	((positions[0])) && subcommand=${COMP_WORDS[positions[0]]}
	program=${positions[1]}
	if [[ $subcommand == @(run|record|top|capture|sanitize) ]] && ((program && program <= COMP_CWORD)); then
		declare -F _command_offset >/dev/null && _command_offset "$program"
		return
	fi
	case $previous in
	help) _clrouter_reply -W "$(_clrouter_words Subcommands "$tool")" ;;
	--root) _clrouter_reply -d ;;
	-o | --output | --bundle) _clrouter_reply -f ;;
	--stop | --record) _clrouter_records ;;
	--program)
		_clrouter_reply -f
		[[ $current == */* ]] || _clrouter_reply -c
		;;
	--export) _clrouter_reply -W "text perfetto html summary csv sqlite" ;;
	--unit) _clrouter_reply -W "$(_clrouter_units)" ;;
	--pid) _clrouter_reply -W "$(_clrouter_processes)" ;;
	--only | --without | --driver) _clrouter_reply -W "$(_clrouter_drivers "$tool")" ;;
	--layer) _clrouter_reply -W "$(_clrouter_layers "$tool")" ;;
	--option)
		_clrouter_reply -W "$(_clrouter_layers "$tool" | sed 's/$/./')"
		compopt -o nospace 2>/dev/null
		;;
	*)
		if [[ $(_clrouter_valued "$tool") == *" $previous "* ]]; then
			return
		elif [[ $current == -* ]]; then
			_clrouter_reply -W "$(_clrouter_words Options "$tool" ${subcommand:+"$subcommand"})"
		elif [[ -z $subcommand ]]; then
			_clrouter_reply -W "$(_clrouter_words Subcommands "$tool")"
		elif [[ $subcommand == doctor ]]; then
			_clrouter_reply -W "$(_clrouter_drivers "$tool")"
		elif [[ $subcommand == set ]]; then
			_clrouter_set "$tool" "$program"
		elif [[ $subcommand == report ]]; then
			_clrouter_records
		elif [[ $subcommand == replay ]]; then
			_clrouter_reply -d
		elif [[ $subcommand == @(run|record|top|capture|sanitize) ]]; then
			_clrouter_reply -c
		fi
		;;
	esac
}

complete -F _clrouter clrouter
