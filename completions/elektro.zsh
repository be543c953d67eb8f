#compdef elektro
# Completion of elektro for zsh. Verbs, options and boards come from the installed program.

# Lines of "name:what it does", for _describe; a colon in the name would need a backslash.
_elektro_options()
{
    $elektro $verb --help 2>/dev/null | sed -nE 's/^  (-[a-z], )?(--[a-z-]+)( [^ ]+)?  +(.*)/\2:\4/p'
}

# The last item of a list with commas.
_elektro_list()
{
    compset -P '*,'
    compadd -S '' -- $@
}

_elektro()
{
    local elektro=$words[1] verb=$words[2] previous=$words[CURRENT-1]
    local -a found
    if (( CURRENT == 2 )); then
        found=(${(f)"$($elektro --help 2>/dev/null | sed -nE 's/^  ([a-z]+)  +(.*)/\1:\2/p')"})
        _describe verb found
        compadd -- --help --version
        return
    fi
    case $previous in
    --edition | --level)
        compadd -- $(_elektro_options | sed -nE "/^$previous:/{s/.*\(([a-z, ]* or [a-z]*)[;)].*/\1/; s/,|or //gp}")
        ;;
    --board)
        compadd -- $($elektro boards 2>/dev/null | sed -n '2,$s/ .*//p' | sort -u)
        _files -g '*.json'
        ;;
    --players) compadd -- 2 3 4 5 6 ;;
    --zone) compadd -- random draft ;;
    --seats) _elektro_list me random easy normal hard expert ;;
    --bots) _elektro_list random easy normal hard expert ;;
    --tables) _elektro_list everywhere $($elektro boards 2>/dev/null | sed -n '2,$s/ .*//p' | sort -u) ;;
    *)
        if [[ $PREFIX == -* ]]; then
            found=(${(f)"$(_elektro_options)"})
            _describe -o option found
        else
            _files
        fi
        ;;
    esac
}

_elektro "$@"
