/* The lexer: bytes come in, one token at a time goes out.
 *
 * It knows no names and no directives, allocates nothing and reports nothing but the tokens STRAY,
 * OPEN_COMMENT and OPEN_STRING. The text ends with a NUL. A line's end inside a comment is no
 * line's end; a backslash before one joins the lines. */
#include "lex_priv.h"

/*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:yyfill:enable = 0;
    re2c:flags:tags = 0;

    digit    = [0-9];
    word     = [0-9a-zA-Z_$\x80-\xff];
    letter   = [a-zA-Z_$];
    swizzle  = [xyzwrgba];
    newline  = "\r"? "\n";
    joined   = "\\" [ \t]* newline;
    exponent = [eE] [+-]? digit+;
    tail     = (letter word*)?;
    hex      = [0-9a-fA-F];
    binary   = [pP] [+-]? digit+;
*/

static void finish(Lexer *lexer, Token *out, TokenKind kind, const char *start, const char *end)
{
    out->kind = kind;
    out->pos = lexer->file_start + (SourcePos)(start - lexer->text);
    out->text = (Slice){start, (size_t)(end - start)};
    out->name = NULL;
    out->no_expand = false;
    lexer->cursor = end;
}

/* From after a // to the end of its line, or of the line that a backslash joins to it. */
static const char *end_of_comment(const char *at)
{
    for (;;) {
        const char *end = strchr(at, '\n');
        if (end == NULL)
            return at + strlen(at);
        const char *last = end - (end > at && end[-1] == '\r');
        while (last > at && (last[-1] == ' ' || last[-1] == '\t'))
            last--;
        if (last == at || last[-1] != '\\')
            return end;
        at = end + 1;
    }
}

void lex_token(Lexer *lexer, Token *out)
{
    const char *YYCURSOR = lexer->cursor, *YYMARKER, *YYCTXMARKER, *start;
    out->line_start = lexer->cursor == lexer->text;
    out->space_before = false;
#define FOUND(kind) do { finish(lexer, out, TOKEN_##kind, start, YYCURSOR); return; } while (0)
again:
    start = YYCURSOR;
    /*!re2c
    [ \t\v\f\r]+                          { out->space_before = true; goto again; }
    "\n"                                  { out->line_start = true; goto again; }
    joined                                { out->space_before = true; goto again; }
    "//" {
        out->space_before = true;
        YYCURSOR = end_of_comment(YYCURSOR);
        goto again;
    }
    "/*" ([^*\x00] | "*"+ [^*/\x00])* "*"+ "/" { out->space_before = true; goto again; }
    "/*"                                  { YYCURSOR += strlen(YYCURSOR); FOUND(OPEN_COMMENT); }
    "\x00"                                { finish(lexer, out, TOKEN_END, start, start); return; }

    letter word*                          { FOUND(IDENTIFIER); }

    "0" [xX] hex+ ("." hex*)? binary tail { FOUND(FLOAT); }
    "0" [xX] "." hex+ binary tail         { FOUND(FLOAT); }
    digit+ / "." swizzle                  { FOUND(INT); } // 1.xxx swizzles an integer
    digit+ exponent tail                  { FOUND(FLOAT); }
    digit+ tail                           { FOUND(INT); }
    digit+ "."                            { FOUND(FLOAT); }
    digit+ "." exponent tail              { FOUND(FLOAT); }
    digit+ "." (letter \ swizzle) word*   { FOUND(FLOAT); }
    digit+ "." digit+ exponent? tail      { FOUND(FLOAT); }
    "." digit+ exponent? tail             { FOUND(FLOAT); }
    digit+ ".#" [A-Z]+ tail               { FOUND(FLOAT); }

    "\"" ([^"\\\n\x00] | "\\" [^\x00] | "\\" newline)* "\"" { FOUND(STRING); }
    "\"" ([^"\\\n\x00] | "\\" [^\n\x00])* { FOUND(OPEN_STRING); }
    "'" ([^'\\\n\x00] | "\\" [^\n\x00])+ "'" { FOUND(INT); }

    "("    { FOUND(LPAREN); }
    ")"    { FOUND(RPAREN); }
    "["    { FOUND(LBRACKET); }
    "]"    { FOUND(RBRACKET); }
    "{"    { FOUND(LBRACE); }
    "}"    { FOUND(RBRACE); }
    ";"    { FOUND(SEMI); }
    ","    { FOUND(COMMA); }
    "."    { FOUND(DOT); }
    ":"    { FOUND(COLON); }
    "::"   { FOUND(SCOPE); }
    "?"    { FOUND(QUESTION); }
    "+"    { FOUND(ADD); }
    "-"    { FOUND(SUB); }
    "*"    { FOUND(MUL); }
    "/"    { FOUND(DIV); }
    "%"    { FOUND(MOD); }
    "<<"   { FOUND(SHL); }
    ">>"   { FOUND(SHR); }
    "&"    { FOUND(AND); }
    "|"    { FOUND(OR); }
    "^"    { FOUND(XOR); }
    "&&"   { FOUND(LOGICAL_AND); }
    "||"   { FOUND(LOGICAL_OR); }
    "=="   { FOUND(EQUAL); }
    "!="   { FOUND(NOT_EQUAL); }
    "<"    { FOUND(LESS); }
    ">"    { FOUND(GREATER); }
    "<="   { FOUND(LESS_EQUAL); }
    ">="   { FOUND(GREATER_EQUAL); }
    "!"    { FOUND(NOT); }
    "~"    { FOUND(COMPLEMENT); }
    "++"   { FOUND(INCREMENT); }
    "--"   { FOUND(DECREMENT); }
    "="    { FOUND(ASSIGN); }
    "+="   { FOUND(ADD_ASSIGN); }
    "-="   { FOUND(SUB_ASSIGN); }
    "*="   { FOUND(MUL_ASSIGN); }
    "/="   { FOUND(DIV_ASSIGN); }
    "%="   { FOUND(MOD_ASSIGN); }
    "<<="  { FOUND(SHL_ASSIGN); }
    ">>="  { FOUND(SHR_ASSIGN); }
    "&="   { FOUND(AND_ASSIGN); }
    "|="   { FOUND(OR_ASSIGN); }
    "^="   { FOUND(XOR_ASSIGN); }
    "#"    { FOUND(HASH); }
    "##"   { FOUND(HASH_HASH); }
    "..."  { FOUND(ELLIPSIS); }
    "->"   { FOUND(ARROW); }

    [\x80-\xff]+ { FOUND(STRAY); }
    *      { FOUND(STRAY); }
    */
}
