# Completion of elektro for bash. Verbs, options and boards come from the installed program.

_elektro_words()
{
    local current=$1
    shift
    mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
}

# The last item of a list with commas.
_elektro_list()
{
    local current=$1 before=
    shift
    [[ $current == *,* ]] && before=${current%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${current##*,}")
    compopt -o nospace
}

_elektro()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local elektro=${COMP_WORDS[0]} verb=${COMP_WORDS[1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _elektro_words "$current" "$("$elektro" --help 2>/dev/null |
            sed -n 's/^  \([a-z]*\)  *.*/\1/p')" --help --version
        return
    fi
    case $previous in
    --edition | --level)
        _elektro_words "$current" "$("$elektro" "$verb" --help 2>/dev/null |
            sed -n "/^  $previous /{s/.*(\([a-z, ]* or [a-z]*\)[;)].*/\1/; s/,\|or //gp}")"
        ;;
    --board)
        _elektro_words "$current" "$("$elektro" boards 2>/dev/null |
            sed -n '2,$s/ .*//p' | sort -u)"
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X '!*.json' -- "$current")
        ;;
    --players) _elektro_words "$current" 2 3 4 5 6 ;;
    --zone) _elektro_words "$current" random draft ;;
    --seats) _elektro_list "$current" me random easy normal hard expert ;;
    --bots) _elektro_list "$current" random easy normal hard expert ;;
    --tables)
        _elektro_list "$current" everywhere "$("$elektro" boards 2>/dev/null | sed -n '2,$s/ .*//p' | sort -u)"
        ;;
    *)
        if [[ $current == -* ]]; then
            _elektro_words "$current" "$("$elektro" "$verb" --help 2>/dev/null |
                grep -oE -e '(^|[^[:alnum:]-])--[a-z-]+' | grep -oE -e '--[a-z-]+' | sort -u)"
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            compopt -o filenames
        fi
        ;;
    esac
}

complete -F _elektro elektro
