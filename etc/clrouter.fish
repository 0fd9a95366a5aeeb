# SPDX-License-Identifier: Apache-2.0
#
# fish completion for clrouter(1). Subcommands and options are asked of the tool
# itself, so that there is no second list of them.

# The rows of a section of the help ("Subcommands", "Options"): NAME, a tab, MEANING.
function __clrouter_rows
    $argv[2..] --help 2>/dev/null |
        string match -r "^$argv[1]:|^\$|^  .*" |
        awk -v section="$argv[1]:" '
            /^[A-Z]/ || /^$/ { inside = $0 == section }
            inside && /^  [a-z-]/ {
                name = $1
                sub(/^  [a-z-]+( [A-Z]+)* */, "")
                print name "\t" $0
            }'
end

# The options that are followed by a value.
function __clrouter_valued
    echo -- -o
    $argv[1] --help 2>/dev/null | string replace -f -r '^  (--[a-z-]+) [A-Z].*' '$1'
end

# What configuration and doctor call the drivers.
function __clrouter_drivers
    $argv[1] files 2>/dev/null |
        string replace -f -r '^driver: ([^:]*): .*' '$1' | string replace -r '.*/' '' |
        string replace -r '\.icd$' ''
end

function __clrouter_layers
    $argv[1] config 2>/dev/null | string replace -f -r '^\[layer (.*)\]$' '$1'
end

# Services, by the files that doctor --unit reads.
function __clrouter_units
    for directory in /etc /run /usr/local/lib /usr/lib /lib
        for file in $directory/systemd/system/*.service
            string replace -r '.*/(.*)\.service$' '$1' -- $file
        end
    end | sort -u
end

# What is still missing of the words of "set", which follow the tool.
function __clrouter_set
    switch "$argv[2]"
        case ''
            printf '%s\n' device driver order
        case device
            printf '%s\n' all none gpu cpu accelerator custom default
        case driver
            switch (count $argv)
                case 2
                    __clrouter_drivers $argv[1]
                case 3
                    printf '%s\n' on off
            end
        case order
            __clrouter_drivers $argv[1]
    end
end

# The processes that have a command line; threads of the kernel have none.
function __clrouter_processes
    for file in (grep -a -l -s . /proc/*/cmdline | string match -r '^/proc/[0-9]+/.*')
        set -l pid (string split / $file)[3]
        printf '%s\t%s\n' $pid (cat $file 2>/dev/null | tr '\0\n' '  ' | cut -c -60)
    end
end

function __clrouter_records
    __fish_complete_suffix .clrecord
end

function __clrouter_words
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l tool $words[1]
    set -l valued (__clrouter_valued $tool)
    set -l subcommand
    set -l i 2

    while test $i -le (count $words)
        set -l word $words[$i]
        if test "$word" = --
            set i (math $i + 1)
            break
        else if contains -- $word $valued
            set i (math $i + 1)
        else if not string match -q -- '-*' $word
            if test -n "$subcommand"
                break
            else if test $word != help
                set subcommand $word
            end
        end
        set i (math $i + 1)
    end
    if contains -- "$subcommand" run record top capture sanitize
        if test $i -le (count $words); or contains -- -- $words
            set -l line (string escape -- $words[$i..])
            complete -C "$line "(string escape -- $current)
            return
        end
    end

    switch $words[-1]
        case help
            __clrouter_rows Subcommands $tool
        case --root
            __fish_complete_directories $current
        case -o --output --bundle
            __fish_complete_path $current
        case --stop --record
            __clrouter_records
        case --program
            __fish_complete_command
        case --export
            printf '%s\n' text perfetto html summary csv sqlite
        case --unit
            __clrouter_units
        case --pid
            __clrouter_processes
        case --only --without --driver
            __clrouter_drivers $tool
        case --layer
            __clrouter_layers $tool
        case --option
            __clrouter_layers $tool | string replace -r '$' .
        case $valued
            return
        case '*'
            if string match -q -- '-*' $current
                __clrouter_rows Options $tool $subcommand
            else if test -z "$subcommand"
                __clrouter_rows Subcommands $tool
            else if test $subcommand = doctor
                __clrouter_drivers $tool
            else if test $subcommand = set
                __clrouter_set $tool $words[$i..]
            else if test $subcommand = report
                __clrouter_records
            else if test $subcommand = replay
                __fish_complete_directories $current
            else if contains $subcommand run record top capture sanitize
                __fish_complete_command
            end
    end
end

complete -c clrouter -f -a '(__clrouter_words)'
