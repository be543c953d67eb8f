# Completion of elektro for fish. Verbs, options and boards come from the installed program.

function __elektro_options --argument-names elektro verb
    $elektro $verb --help 2>/dev/null | string replace -rf '^  (?:-\w, )?(--[a-z-]+)(?: \S+)?  +(.*)' '$1\t$2'
end

# The last item of a list with commas.
function __elektro_list --argument-names current
    set -l before (string match -r '.*,' -- $current)
    printf "$before%s\n" $argv[2..]
end

function __elektro
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l elektro $words[1]
    if test (count $words) -eq 1
        $elektro --help 2>/dev/null | string replace -rf '^  ([a-z]+)  +(.*)' '$1\t$2'
        printf '%s\n' --help --version
        return
    end
    set -l verb $words[2]
    switch $words[-1]
        case --edition --level
            set -l known (__elektro_options $elektro $verb | string match -rg -- "^$words[-1]\t.*\(([a-z, ]* or [a-z]*)[;)]")
            string match -ra '[a-z]+' -- (string replace ' or ' ' ' -- $known)
        case --board
            $elektro boards 2>/dev/null | tail -n +2 | string match -rg '^([a-z-]+) ' | sort -u
            __fish_complete_suffix .json
        case --players
            seq 2 6
        case --zone
            printf '%s\n' random draft
        case --seats
            __elektro_list "$current" me random easy normal hard expert
        case --bots
            __elektro_list "$current" random easy normal hard expert
        case --tables
            __elektro_list "$current" everywhere ($elektro boards 2>/dev/null | tail -n +2 | string match -rg '^([a-z-]+) ' | sort -u)
        case '*'
            if string match -q -- '-*' $current
                __elektro_options $elektro $verb
            else
                __fish_complete_path $current
            end
    end
end

complete --command elektro --no-files --keep-order --arguments '(__elektro)'
