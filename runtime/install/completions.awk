# Completions for a shell (-v shell=bash|zsh|fish) of a program (-v program=NAME) from its --help:
#
#     --emit=tokens|ast|c  print that instead      --NAME=VALUES       two spaces
#     -x hlsl|ir           what the input is       -NAME VALUES        before the text
#
# A line "== WORD" begins what stands behind this word of the program's (wavecc run).
# Of values those in lower case are words to choose from; FILE, FOLDER and the like are files.

/^== / {
    command = $2
    starts = count + 1
}

/^  (    )?-/ {
    head = $0
    sub(/^ +/, "", head)
    at = match(head, /   */)
    text = substr(head, at)
    sub(/^ */, "", text)
    head = substr(head, 1, at - 1)
    split(head, words, " ")
    value = ""
    if (match(head, /^-[^ =[]*=/)) {
        name = substr(head, 1, RLENGTH)
        value = substr(head, RLENGTH + 1)
    } else if (words[1] ~ /,$/) { # -i, --in NAME=SOURCE
        add(substr(words[1], 1, length(words[1]) - 1), words[3], text)
        name = words[2]
        value = words[3]
    } else {
        name = words[1]
        value = words[2]
    }
    if (match(name, /\[=/)) { # --time[=json]
        value = substr(name, RSTART + 2, length(name) - RSTART - 2)
        name = substr(name, 1, RSTART - 1)
        add(name, "", text)
        name = name "="
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

function bash()
{
    print "# bash completion of " program
    if (command != "")
        bash_function(program "_" command, starts, count)
    bash_function(program, 1, command != "" ? starts - 1 : count)
    print "complete -F _" program " " program
}

function bash_function(name, from, to,    i)
{
    print "_" name "()"
    print "{"
    if (from == 1 && command != "") {
        print "    if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == " command " ]]; then"
        print "        _" program "_" command
        print "        return"
        print "    fi"
    }
    print "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}"
    print "    # --emit=c are three words where = breaks them"
    print "    if [[ $word == = ]]; then"
    print "        option=$option= word="
    print "    elif [[ $option == = ]]; then"
    print "        option=${COMP_WORDS[COMP_CWORD-2]}="
    print "    fi"
    print "    case $option in"
    for (i = from; i <= to; i++)
        if (values[i] != "")
            printf "    %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", names[i], values[i]
    print "    esac"
    print "    if [[ $word == -* ]]; then"
    printf "        COMPREPLY=($(compgen -W '"
    for (i = from; i <= to; i++)
        printf "%s%s", (i > from ? " " : ""), names[i]
    print "' -- \"$word\"))"
    print "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace"
    print "    else"
    print "        compopt -o filenames"
    print "        COMPREPLY=($(compgen -f -- \"$word\"))"
    if (from == 1 && command != "")
        printf "        [[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W %s -- \"$word\"))\n", command
    print "    fi"
    print "}"
}

function zsh_text(text)
{
    gsub(/[\[\]\\:]/, "\\\\&", text)
    gsub(/'/, "'\\''", text)
    return text
}

function zsh()
{
    print "#compdef " program
    if (command != "") {
        print "if (( CURRENT > 2 )) && [[ $words[2] == " command " ]]; then"
        print "shift words"
        print "(( CURRENT-- ))"
        zsh_arguments(starts, count)
        print "return"
        print "fi"
        print "(( CURRENT == 2 )) && compadd " command
    }
    zsh_arguments(1, command != "" ? starts - 1 : count)
}

function zsh_arguments(from, to,    i, argument)
{
    print "_arguments -S \\"
    for (i = from; i <= to; i++) {
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

function fish(    i, flag, seen, when)
{
    seen = "__fish_seen_subcommand_from " command
    if (command != "")
        printf "complete -c %s -n __fish_is_first_arg -a %s\n", program, command
    for (i = 1; i <= count; i++) {
        name = names[i]
        sub(/=$/, "", name)
        flag = name ~ /^--/ ? "-l " substr(name, 3) : length(name) == 2 ? "-s " substr(name, 2) : "-o " substr(name, 2)
        gsub(/#/, "\\#", flag)
        when = command == "" ? "" : " -n '" (i < starts ? "not " : "") seen "'"
        printf "complete -c %s%s %s%s -d '%s'\n", program, when, flag, values[i] != "" ? " -x -a '" values[i] "'" : \
               files[i] ? " -r" : takes[i] ? " -x" : "", fish_text(texts[i])
    }
}
