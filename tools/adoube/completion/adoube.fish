# fish completion for adoube: the program itself knows what may come next.
function __adoube_next
    set -l typed (commandline -ct)
    set -l words (commandline -opc) "$typed"
    set -l said ($words[1] __complete $words[2..-1] 2>/dev/null)
    test "$said[1]" = files; and __fish_complete_path "$typed"
    test (count $said) -gt 1; and printf '%s\n' $said[2..-1]
end
complete -c adoube -f -a '(__adoube_next)'
