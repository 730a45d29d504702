# Lists mutants: what a slip of one line in the sources named as arguments may be, one a line of output, by tabs:
#
#     ORDER FILE LINE FIRST KIND NEW
#
# ORDER is a number that depends on the mutant's text and -v seed=N alone, so the smallest ones are a sample that stays
# the same where the sources do. FIRST is the line where the function around it begins, 0 outside of functions; NEW is the
# whole new line. KIND: operator, constant, condition (negated), statement (deleted), return, table (an entry is that of
# the row below, or is missing).

function number_of_letters(    i) {
    for (i = 1; i < 256; i++)
        letter[sprintf("%c", i)] = i
}

function order_of(text,    i, value, high, low) {
    value = seed + 7
    for (i = 1; i <= length(text); i++)
        value = (value * 131 + letter[substr(text, i, 1)]) % 2147483629
    for (i = 0; i < 3; i++) {
        high = int(value / 65536)
        low = value % 65536
        value = ((high * 40503 + low * 3 + seed) % 32749) * 65536 + (low * 30011 + high * 7 + i) % 65521
    }
    return value
}

function offer(kind, new) {
    if (new != line[at])
        printf "%d\t%s\t%d\t%d\t%s\t%s\n", order_of(file new kind line[at] seen[file, new, kind, line[at]]++), file, at,
               first[at], kind, new
}

# The line with `count` letters from `from` replaced.
function replaced(from, count, by) {
    return substr(line[at], 1, from - 1) by substr(line[at], from + count)
}

# ---- reading: what is neither comment nor text in quotes, and where functions begin ----

function blank(text) {
    gsub(/[^ ]/, " ", text)
    return text
}

# Letters of `text` that are code; the others become blanks. `in_comment` goes on from line to line.
function code_of(text,    code, i, two, letter_at, quote) {
    code = ""
    quote = ""
    for (i = 1; i <= length(text); i++) {
        letter_at = substr(text, i, 1)
        two = substr(text, i, 2)
        if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
                code = code " "
            }
            code = code " "
        } else if (quote != "") {
            if (letter_at == "\\") {
                i++
                code = code " "
            } else if (letter_at == quote)
                quote = ""
            code = code (quote == "" ? letter_at : " ")
        } else if (two == "/*") {
            in_comment = 1
            i++
            code = code "  "
        } else if (two == "//")
            return code blank(substr(text, i))
        else {
            if (letter_at == "\"" || letter_at == "'")
                quote = letter_at
            code = code letter_at
        }
    }
    return code
}

function read_file(    text, head, inside, in_directive) {
    count = in_comment = head = inside = in_directive = 0
    while ((getline text < file) > 0) {
        line[++count] = text
        code[count] = code_of(text)
        directive[count] = in_directive || code[count] ~ /^[ \t]*#/
        in_directive = directive[count] && text ~ /\\$/
        if (code[count] ~ /^[A-Za-z_].*\) \{.*\}$/)
            first[count] = count
        else if (code[count] ~ /^\{/ || code[count] ~ /^[A-Za-z_].*\) \{$/) {
            head = count
            inside = 1
            first[count] = head
        } else
            first[count] = inside ? head : 0
        if (code[count] ~ /^\}/)
            inside = 0
    }
    close(file)
}

# ---- operators and constants ----

function note_operators(    pairs, pair, i, count_of) {
    count_of = split("== != != == < <= <= < > >= >= > && || || && + - - + * + / * % * << >> >> << & | | & ^ | " \
                     "+= -= -= += |= &= &= |= *= += /= *= <<= >>= >>= <<=", pair)
    for (i = 1; i < count_of; i += 2)
        other[pair[i]] = pair[i + 1]
}

function offer_operators(    word, words, i, from) {
    from = 1
    words = split(code[at], word, / /)
    for (i = 1; i <= words; i++) {
        if (i > 1 && word[i] in other)
            offer("operator", replaced(from, length(word[i]), other[word[i]]))
        from += length(word[i]) + 1
    }
    if ((from = index(code[at], "++")) > 0)
        offer("operator", replaced(from, 2, "--"))
    if ((from = index(code[at], "--")) > 0)
        offer("operator", replaced(from, 2, "++"))
}

function offer_constants(    rest, from, digits, before, after) {
    rest = code[at]
    from = 1
    while (match(rest, /[0-9]+/)) {
        digits = substr(rest, RSTART, RLENGTH)
        before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : from > 1 ? substr(code[at], from - 1, 1) : " "
        after = substr(rest, RSTART + RLENGTH, 1)
        if (before !~ /[A-Za-z0-9_.]/ && after !~ /[A-Za-z0-9_.]/ && !(before == "[" && code[at] !~ /=/) &&
            length(digits) < 9) {
            offer("constant", replaced(from + RSTART - 1, RLENGTH, digits + 1))
            if (digits + 0 > 0)
                offer("constant", replaced(from + RSTART - 1, RLENGTH, digits - 1))
        }
        from += RSTART + RLENGTH - 1
        rest = substr(rest, RSTART + RLENGTH)
    }
    if (match(code[at], /(^|[^A-Za-z_])true($|[^A-Za-z_])/) && (from = index(code[at], "true")))
        offer("constant", replaced(from, 4, "false"))
    if (match(code[at], /(^|[^A-Za-z_])false($|[^A-Za-z_])/) && (from = index(code[at], "false")))
        offer("constant", replaced(from, 5, "true"))
}

# ---- conditions, statements, returns ----

# Where the parenthesis opened at `from` closes on this line, or 0.
function closing(from,    i, depth, letter_at) {
    depth = 0
    for (i = from; i <= length(code[at]); i++) {
        letter_at = substr(code[at], i, 1)
        depth += (letter_at == "(") - (letter_at == ")")
        if (depth == 0)
            return i
    }
    return 0
}

function offer_condition(    from, end) {
    if (!match(code[at], /(^|[^A-Za-z_])(if|while) \(/))
        return
    from = RSTART + RLENGTH - 1
    end = closing(from)
    if (end)
        offer("condition", replaced(from, end - from + 1, "(!" substr(line[at], from, end - from + 1) ")"))
}

function is_word_of_control(text) {
    return text ~ /^ *(return|if|for|while|else|do|switch|case|default|goto|typedef|static|const|struct|enum)[^A-Za-z_]/
}

function follows_a_whole(    above) {
    for (above = at - 1; above > 0 && code[above] ~ /^ *$/; above--)
        continue
    return code[above] ~ /[;{}:)] *$/ || code[above] ~ /else *$/
}

function offer_statement(    indent) {
    if (!first[at] || first[at] == at || code[at] !~ /; *$/ || !follows_a_whole() || is_word_of_control(code[at]))
        return
    match(code[at], /^ */)
    indent = substr(code[at], 1, RLENGTH)
    if (code[at] ~ /^ *(break|continue);/ || code[at] ~ /^ *[a-z_*(+-][A-Za-z0-9_.>*\[\]+-]*(\(| [-+*\/|&<>%]*= |\+\+;|--;|;)/)
        offer("statement", indent ";")
}

function offer_return(    from, value) {
    if (!match(code[at], /return [^;]+; *\}?$/))
        return
    from = RSTART + 7
    value = substr(line[at], from)
    sub(/; *\}?$/, "", value)
    if (value ~ /^(NULL|true|false|[0-9]+)$/)
        return
    offer("return", replaced(from, length(value), "!(" value ")"))
    offer("return", replaced(from, length(value), "0"))
}

# ---- tables ----

# Columns of NAME(a, b, ...) on line `row`; where they begin goes to start[], the number is the result.
function split_row(row, start, text,    i, depth, letter_at, columns, from) {
    columns = depth = 0
    from = index(code[row], "(") + 1
    for (i = from - 1; i <= length(code[row]); i++) {
        letter_at = substr(code[row], i, 1)
        depth += (letter_at == "(") - (letter_at == ")")
        if ((letter_at == "," && depth == 1) || depth == 0) {
            start[++columns] = from
            text[columns] = substr(line[row], from, i - from)
            from = i + 1
        }
        if (depth == 0)
            break
    }
    return columns
}

function trimmed(text) {
    gsub(/^ +| +$/, "", text)
    return text
}

function name_of_row(row) {
    return match(code[row], /^[A-Z_]+\(/) ? substr(code[row], 1, RLENGTH) : ""
}

function offer_row(    start, text, start_below, text_below, columns, i) {
    if (name_of_row(at) == "" || name_of_row(at) != name_of_row(at + 1))
        return
    columns = split_row(at, start, text)
    if (split_row(at + 1, start_below, text_below) == columns)
        for (i = 2; i <= columns; i++)
            if (text[i] !~ /" *$/ && text_below[i] !~ /" *$/ && trimmed(text[i]) != trimmed(text_below[i]))
                offer("table", replaced(start[i], length(text[i]), text_below[i]))
}

function offer_entries(    from) {
    if (match(code[at], /, [A-Z_]+\)/))
        offer("table", replaced(RSTART, RLENGTH, ")"))
    if (code[at] ~ /^ *\[[^]]*\] = .*,$/ && code[at + 1] ~ /^ *\[[^]]*\] = .*,$/) {
        from = index(line[at], "] = ") + 4
        offer("table", replaced(from, length(line[at]), substr(line[at + 1], index(line[at + 1], "] = ") + 4)))
    }
}

BEGIN {
    number_of_letters()
    note_operators()
    for (argument = 1; argument < ARGC; argument++) {
        file = ARGV[argument]
        is_table = file ~ /\.def$/
        read_file()
        for (at = 1; at <= count; at++) {
            if (code[at] ~ /^ *$/ || (directive[at] && code[at] !~ /^[ \t]*#[ \t]*define [A-Za-z_0-9]+\(/))
                continue
            if (directive[at] && code[at] !~ /\)/)
                continue
            offer_operators()
            offer_constants()
            offer_condition()
            offer_statement()
            offer_return()
            if (is_table)
                offer_row()
            offer_entries()
        }
    }
}
