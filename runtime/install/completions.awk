# Completions for a shell (-v shell=bash|zsh|fish) of a program (-v program=NAME) from its --help:
#
#     --emit=tokens|ast|c  print that instead      --NAME=VALUES       two spaces
#     -x hlsl|ir           what the input is       -NAME VALUES        before the text
#
# Of values those in lower case are words to choose from; FILE, FOLDER and the like are files.

/^  -/ {
    head = substr($0, 3)
    at = match(head, /   */)
    text = substr(head, at)
    sub(/^ */, "", text)
    head = substr(head, 1, at - 1)
    split(head, words, " ")
    value = ""
    if (match(head, /^-[^ =]*=/)) {
        name = substr(head, 1, RLENGTH)
        value = substr(head, RLENGTH + 1)
    } else {
        name = words[1]
        value = words[2]
    }
    if (value ~ /^-/ ) { # -O0 -O1 ...
        for (i = 1; i in words; i++) add(words[i], "", text)
    } else
        add(name, value, text)
    delete words
}

function add(name, value, text)
{
    names[++count] = name
    values[count] = choices(value)
    files[count] = value ~ /FILE|FOLDER|PATH/ && values[count] == ""
    takes[count] = value != ""
    texts[count] = text
}

# The words of "hlsl|ir" or "barrier,bounds|all": what is in capitals stands for something else.
function choices(value,    parts, n, i, list)
{
    n = split(value, parts, /[|,]/)
    for (i = 1; i <= n; i++)
        if (parts[i] ~ /^[a-z0-9][a-z0-9_-]*$/)
            list = list (list == "" ? "" : " ") parts[i]
    return list
}

END {
    if (shell == "bash") bash()
    else if (shell == "zsh") zsh()
    else fish()
}

function bash(    i)
{
    print "# bash completion of " program
    print "_" program "()"
    print "{"
    print "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}"
    print "    # --emit=c are three words where = breaks them"
    print "    if [[ $word == = ]]; then"
    print "        option=$option= word="
    print "    elif [[ $option == = ]]; then"
    print "        option=${COMP_WORDS[COMP_CWORD-2]}="
    print "    fi"
    print "    case $option in"
    for (i = 1; i <= count; i++)
        if (values[i] != "")
            printf "    %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", names[i], values[i]
    print "    esac"
    print "    if [[ $word == -* ]]; then"
    printf "        COMPREPLY=($(compgen -W '"
    for (i = 1; i <= count; i++)
        printf "%s%s", (i > 1 ? " " : ""), names[i]
    print "' -- \"$word\"))"
    print "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace"
    print "    else"
    print "        compopt -o filenames"
    print "        COMPREPLY=($(compgen -f -- \"$word\"))"
    print "    fi"
    print "}"
    print "complete -F _" program " " program
}

function zsh_text(text)
{
    gsub(/[\[\]\\:]/, "\\\\&", text)
    gsub(/'/, "'\\''", text)
    return text
}

function zsh(    i, argument)
{
    print "#compdef " program
    print "_arguments -S \\"
    for (i = 1; i <= count; i++) {
        argument = values[i] != "" ? ":value:(" values[i] ")" : files[i] ? ":file:_files" : takes[i] ? ":value: " : ""
        printf "    '*%s%s[%s]%s' \\\n", names[i], names[i] ~ /=$/ && takes[i] ? "-" : "", zsh_text(texts[i]), argument
    }
    print "    '*:file:_files'"
}

function fish_text(text)
{
    gsub(/\\/, "\\\\", text)
    gsub(/'/, "\\'", text)
    return text
}

function fish(    i, flag)
{
    for (i = 1; i <= count; i++) {
        name = names[i]
        sub(/=$/, "", name)
        flag = name ~ /^--/ ? "-l " substr(name, 3) : length(name) == 2 ? "-s " substr(name, 2) : "-o " substr(name, 2)
        gsub(/#/, "\\#", flag)
        printf "complete -c %s %s%s -d '%s'\n", program, flag, values[i] != "" ? " -x -a '" values[i] "'" : \
               files[i] ? " -r" : takes[i] ? " -x" : "", fish_text(texts[i])
    }
}
