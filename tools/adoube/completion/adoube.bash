# bash completion for adoube: the program itself knows what may come next.
_adoube() {
    local said
    mapfile -t said < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [[ ${said[0]-} != files ]] || compopt -o default
    COMPREPLY=("${said[@]:1}")
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
}
complete -F _adoube adoube
