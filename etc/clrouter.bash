# SPDX-License-Identifier: Apache-2.0
#
# bash completion for clrouter(1). Subcommands and options are asked of the tool
# itself, so that there is no second list of them.

# The names in the first column of a section of the help: "Subcommands", "Options".
_clrouter_words() {
	"${@:2}" --help 2>/dev/null |
		sed -n "/^$1:/,/^\$/s/^  \\([a-z-][a-z-]*\\).*/\\1/p"
}

# What configuration and doctor call the drivers.
_clrouter_drivers() {
	"$1" files 2>/dev/null | sed -n 's/^driver: \([^:]*\): .*/\1/p' | sed 's|.*/||; s|\.icd$||'
}

_clrouter_layers() {
	"$1" config 2>/dev/null | sed -n 's/^\[layer \(.*\)\]$/\1/p'
}

_clrouter_subcommand() {
	local i

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		--root | --program | --timeout | --pid | -o | --output | --export | --filter | --duration | --limit | --stop)
			((i++))
			;;
		-* | = | : | help) ;;
		*)
			echo "${COMP_WORDS[i]}"
			return
			;;
		esac
	done
}

# The index of the program that "run" or "record" is to run; 0: not reached yet.
_clrouter_program() {
	local i is_run=

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		--only | --without | --layer | --root | -o | --output | --filter | --duration | --limit)
			((i++))
			;;
		--)
			echo $((i + 1))
			return
			;;
		-*) ;;
		*)
			if [[ $is_run ]]; then
				echo "$i"
				return
			fi
			is_run=yes
			;;
		esac
	done
	echo 0
}

_clrouter_reply() {
	local line

	while IFS= read -r line; do
		COMPREPLY+=("$line")
	done < <(compgen "$@" -- "${COMP_WORDS[COMP_CWORD]}")
}

_clrouter() {
	local tool=$1 current=$2 previous=$3 subcommand offset

	COMPREPLY=()
	subcommand=$(_clrouter_subcommand)
	if [[ $subcommand == run || $subcommand == record ]]; then
		offset=$(_clrouter_program)
		if ((offset > 0 && offset <= COMP_CWORD)); then
			declare -F _command_offset >/dev/null && _command_offset "$offset"
			return
		fi
	fi
	case $previous in
	help)
		_clrouter_reply -W "$(_clrouter_words Subcommands "$tool")"
		return
		;;
	esac
	case $previous in
	--root) _clrouter_reply -d ;;
	-o | --output) _clrouter_reply -f ;;
	--filter | --duration | --limit) ;;
	--program)
		_clrouter_reply -f
		[[ $current == */* ]] || _clrouter_reply -c
		;;
	--output | -o) _clrouter_reply -f ;;
	--export) _clrouter_reply -W "text chrome html" ;;
	--timeout) ;;
	--pid) _clrouter_reply -W "$(cd /proc 2>/dev/null && printf '%s ' [1-9]*)" ;;
	--only | --without) _clrouter_reply -W "$(_clrouter_drivers "$tool")" ;;
	--layer) _clrouter_reply -W "$(_clrouter_layers "$tool")" ;;
	*)
		if [[ $current == -* ]]; then
			_clrouter_reply -W "$(_clrouter_words Options "$tool" ${subcommand:+"$subcommand"})"
		elif [[ -z $subcommand ]]; then
			_clrouter_reply -W "$(_clrouter_words Subcommands "$tool")"
		elif [[ $subcommand == doctor ]]; then
			_clrouter_reply -W "$(_clrouter_drivers "$tool")"
		elif [[ $subcommand == report ]]; then
			_clrouter_reply -f
		elif [[ $subcommand == run || $subcommand == record ]]; then
			_clrouter_reply -c
		fi
		;;
	esac
}

complete -F _clrouter clrouter
