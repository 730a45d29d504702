/* #if: the tokens of a condition come in, true or false goes out.
 *
 * Values are 64 bits, unsigned as soon as one operand is (C11 6.10.1 p4); precedence climbing over
 * a table of operators. What && || and ?: do not evaluate may divide by zero. */
#include "preprocess_priv.h"

typedef struct Value {
    uint64_t bits;
    bool is_unsigned;
} Value;

typedef struct Evaluator {
    Preprocessor *pp;
    const Token *tokens;
    int next, count, depth;
    SourcePos pos; /* of the directive */
    bool failed;   /* one error is enough */
} Evaluator;

typedef struct OperatorRow {
    TokenKind kind;
    int precedence;
} OperatorRow;

static const OperatorRow operator_rows[] = {
    {TOKEN_LOGICAL_OR, 1}, {TOKEN_LOGICAL_AND, 2}, {TOKEN_OR, 3},         {TOKEN_XOR, 4},
    {TOKEN_AND, 5},        {TOKEN_EQUAL, 6},       {TOKEN_NOT_EQUAL, 6},  {TOKEN_LESS, 7},
    {TOKEN_GREATER, 7},    {TOKEN_LESS_EQUAL, 7},  {TOKEN_GREATER_EQUAL, 7}, {TOKEN_SHL, 8},
    {TOKEN_SHR, 8},        {TOKEN_ADD, 9},         {TOKEN_SUB, 9},        {TOKEN_MUL, 10},
    {TOKEN_DIV, 10},       {TOKEN_MOD, 10},
};

static Value signed_value(int64_t value) { return (Value){(uint64_t)value, false}; }

#define fail(evaluator, ...)                                          \
    do {                                                              \
        if (!(evaluator)->failed && !(evaluator)->pp->is_over)        \
            pp_report((evaluator)->pp, here(evaluator), __VA_ARGS__); \
        (evaluator)->failed = true;                                   \
        (evaluator)->next = (evaluator)->count;                       \
    } while (0)

/* The next token, or what follows the last one. */
static SourcePos here(const Evaluator *evaluator)
{
    if (evaluator->next < evaluator->count)
        return evaluator->tokens[evaluator->next].pos;
    const Token *last = evaluator->count > 0 ? &evaluator->tokens[evaluator->count - 1] : NULL;
    if (last == NULL)
        return evaluator->pos;
    return last->pos < SOURCE_MACRO ? last->pos + (SourcePos)last->text.length : last->pos;
}

static TokenKind peek(const Evaluator *evaluator)
{
    return evaluator->next < evaluator->count ? evaluator->tokens[evaluator->next].kind : TOKEN_END;
}

static bool accept(Evaluator *evaluator, TokenKind kind)
{
    if (peek(evaluator) != kind)
        return false;
    evaluator->next++;
    return true;
}

static void expect(Evaluator *evaluator, TokenKind kind)
{
    if (!accept(evaluator, kind))
        fail(evaluator, DIAG_condition_closing, token_infos[kind].text);
}

typedef enum Need { IS_NEEDED, IS_IGNORED } Need; /* is the value used? */

static Value evaluate_choice(Evaluator *evaluator, Need need);
static Value evaluate_operand(Evaluator *evaluator, Need need);

static bool is_macro(const Evaluator *evaluator, const Token *token)
{
    const WordInfo *info = pp_find_word(evaluator->pp, token->name);
    return info != NULL && info->macro != NULL;
}

/* After `defined`: NAME or (NAME). */
static Value evaluate_defined(Evaluator *evaluator)
{
    bool has_parenthesis = accept(evaluator, TOKEN_LPAREN);
    const Token *token = &evaluator->tokens[evaluator->next];
    if (evaluator->next >= evaluator->count || !is_word(token)) {
        fail(evaluator, DIAG_directive_needs_name, "if defined");
        return signed_value(0);
    }
    evaluator->next++;
    if (has_parenthesis)
        expect(evaluator, TOKEN_RPAREN);
    return signed_value(is_macro(evaluator, token));
}

/* Behind __has_include: ("name") or (<name>). */
static Value evaluate_has_include(Evaluator *evaluator)
{
    expect(evaluator, TOKEN_LPAREN);
    const Token *first = &evaluator->tokens[evaluator->next];
    bool is_quoted = peek(evaluator) == TOKEN_STRING, is_bracketed = peek(evaluator) == TOKEN_LESS;
    Slice name = {NULL, 0};
    if (is_quoted)
        name = (Slice){first->text.text + 1, first->text.length - 2};
    while (is_bracketed && peek(evaluator) != TOKEN_GREATER && peek(evaluator) != TOKEN_END)
        evaluator->next++;
    if (is_bracketed)
        name = pp_spell(evaluator->pp, first + 1, (int)(evaluator->tokens + evaluator->next - first - 1));
    if (name.length == 0 || peek(evaluator) == TOKEN_END) {
        fail(evaluator, DIAG_include_needs_file);
        return signed_value(0);
    }
    evaluator->next++;
    expect(evaluator, TOKEN_RPAREN);
    return signed_value(pp_has_include(evaluator->pp, name, is_quoted));
}

static void consider_macro(void *nearest, void *info)
{
    const Macro *macro = ((const WordInfo *)info)->macro;
    if (macro != NULL)
        nearest_consider(nearest, macro->name);
}

/* -Wundef, with the macro that was perhaps meant. */
static void report_undefined(Preprocessor *pp, const Token *token)
{
    if (!diag_is_enabled(pp->context->diagnostics, DIAG_undefined_in_condition))
        return;
    NearestName nearest = {token->name, NULL, 0};
    name_map_each(pp->words, consider_macro, &nearest);
    if (nearest.best != NULL)
        pp_report(pp, token->pos, DIAG_undefined_in_condition_did_you_mean, token->name,
                  nearest.best);
    else
        pp_report(pp, token->pos, DIAG_undefined_in_condition, token->name);
}

/* C11 6.10.1 p4: what is no macro counts as 0; `true` and `false` are meant so. */
static Value evaluate_word(Evaluator *evaluator, const Token *token, Need need)
{
    Preprocessor *pp = evaluator->pp;
    if (token->name == pp->name_defined)
        return evaluate_defined(evaluator);
    if (token->name == pp->name_has_include)
        return evaluate_has_include(evaluator);
    bool is_boolean = token->name == pp->name_true || strcmp(token->name, "false") == 0;
    if (need == IS_NEEDED && !is_boolean && !evaluator->failed)
        report_undefined(pp, token);
    return signed_value(token->name == pp->name_true);
}

static Value evaluate_number(Evaluator *evaluator, const Token *token)
{
    NumberValue number = number_value(token->text);
    if (!number.is_valid || number.is_float) {
        evaluator->next--;
        fail(evaluator, DIAG_condition_number, (int)token->text.length, token->text.text);
    }
    bool is_unsigned = suffix_is_unsigned(number.suffix);
    return (Value){number.integer, is_unsigned || number.integer > INT64_MAX};
}

static Value evaluate_primary(Evaluator *evaluator, Need need)
{
    if (evaluator->next >= evaluator->count) {
        fail(evaluator, DIAG_condition_expected);
        return signed_value(0);
    }
    const Token *token = &evaluator->tokens[evaluator->next++];
    if (is_word(token))
        return evaluate_word(evaluator, token, need);
    if (token->kind == TOKEN_INT || token->kind == TOKEN_FLOAT)
        return evaluate_number(evaluator, token);
    if (token->kind == TOKEN_LPAREN) {
        Value value = evaluate_choice(evaluator, need);
        expect(evaluator, TOKEN_RPAREN);
        return value;
    }
    evaluator->next--;
    fail(evaluator, DIAG_condition_expected);
    return signed_value(0);
}

/* What stands behind a prefix operator. */
static Value evaluate_prefixed(Evaluator *evaluator, Need need)
{
    evaluator->next++;
    if (++evaluator->depth > DEEPEST_CONDITION)
        fail(evaluator, DIAG_condition_too_deep, DEEPEST_CONDITION);
    Value value = evaluator->failed ? signed_value(0) : evaluate_operand(evaluator, need);
    evaluator->depth--;
    return value;
}

static Value evaluate_operand(Evaluator *evaluator, Need need)
{
    switch (peek(evaluator)) {
    case TOKEN_ADD: return evaluate_prefixed(evaluator, need);
    case TOKEN_NOT: return signed_value(evaluate_prefixed(evaluator, need).bits == 0);
    case TOKEN_SUB: case TOKEN_COMPLEMENT: {
        bool is_negation = peek(evaluator) == TOKEN_SUB;
        Value value = evaluate_prefixed(evaluator, need);
        return (Value){is_negation ? -value.bits : ~value.bits, value.is_unsigned};
    }
    default: return evaluate_primary(evaluator, need);
    }
}

/* By zero: 0, and the caller reports it. */
static Value divide(TokenKind op, Value left, Value right, bool is_unsigned)
{
    if (right.bits == 0)
        return signed_value(0);
    if (is_unsigned)
        return (Value){op == TOKEN_DIV ? left.bits / right.bits : left.bits % right.bits, true};
    if ((int64_t)right.bits == -1) /* INT64_MIN / -1 wraps */
        return (Value){op == TOKEN_DIV ? -left.bits : 0, false};
    int64_t a = (int64_t)left.bits, b = (int64_t)right.bits;
    return signed_value(op == TOKEN_DIV ? a / b : a % b);
}

static bool is_less(Value left, Value right, bool is_unsigned)
{
    return is_unsigned ? left.bits < right.bits : (int64_t)left.bits < (int64_t)right.bits;
}

/* By 64 bits and more all are gone, as in clang; a negative count is such. */
static Value shifted(TokenKind op, Value left, uint64_t count)
{
    bool is_far = count > 63;
    if (op == TOKEN_SHL || left.is_unsigned) {
        uint64_t bits = op == TOKEN_SHL ? left.bits << (count & 63) : left.bits >> (count & 63);
        return (Value){is_far ? 0 : bits, left.is_unsigned};
    }
    return signed_value(is_far ? -(int64_t)(left.bits >> 63) : (int64_t)left.bits >> count);
}

static Value apply(TokenKind op, Value left, Value right)
{
    bool is_unsigned = left.is_unsigned || right.is_unsigned;
    switch (op) {
    case TOKEN_LOGICAL_OR: return signed_value(left.bits != 0 || right.bits != 0);
    case TOKEN_LOGICAL_AND: return signed_value(left.bits != 0 && right.bits != 0);
    case TOKEN_OR: return (Value){left.bits | right.bits, is_unsigned};
    case TOKEN_XOR: return (Value){left.bits ^ right.bits, is_unsigned};
    case TOKEN_AND: return (Value){left.bits & right.bits, is_unsigned};
    case TOKEN_EQUAL: return signed_value(left.bits == right.bits);
    case TOKEN_NOT_EQUAL: return signed_value(left.bits != right.bits);
    case TOKEN_LESS: return signed_value(is_less(left, right, is_unsigned));
    case TOKEN_GREATER: return signed_value(is_less(right, left, is_unsigned));
    case TOKEN_LESS_EQUAL: return signed_value(!is_less(right, left, is_unsigned));
    case TOKEN_GREATER_EQUAL: return signed_value(!is_less(left, right, is_unsigned));
    case TOKEN_SHL:
    case TOKEN_SHR: return shifted(op, left, right.bits);
    case TOKEN_ADD: return (Value){left.bits + right.bits, is_unsigned};
    case TOKEN_SUB: return (Value){left.bits - right.bits, is_unsigned};
    case TOKEN_MUL: return (Value){left.bits * right.bits, is_unsigned};
    default: return divide(op, left, right, is_unsigned);
    }
}

static int precedence_of(TokenKind kind)
{
    for (int i = 0; i < COUNT_OF(operator_rows); i++)
        if (operator_rows[i].kind == kind)
            return operator_rows[i].precedence;
    return 0;
}

/* Is the right side of `left op` looked at? */
static Need need_of_right(TokenKind op, Value left, Need need)
{
    bool is_true = left.bits != 0;
    bool decides = op == TOKEN_LOGICAL_OR ? is_true : op == TOKEN_LOGICAL_AND && !is_true;
    return decides ? IS_IGNORED : need;
}

static Value evaluate_binary(Evaluator *evaluator, int weakest, Need need)
{
    Value left = evaluate_operand(evaluator, need);
    for (int precedence; (precedence = precedence_of(peek(evaluator))) >= weakest;) {
        int at = evaluator->next++;
        TokenKind op = evaluator->tokens[at].kind;
        Need right_need = need_of_right(op, left, need);
        Value right = evaluate_binary(evaluator, precedence + 1, right_need);
        if ((op == TOKEN_DIV || op == TOKEN_MOD) && right.bits == 0 && need == IS_NEEDED) {
            evaluator->next = at; /* where the message points */
            fail(evaluator, DIAG_condition_division);
        }
        left = apply(op, left, right);
    }
    return left;
}

static Value evaluate_choice(Evaluator *evaluator, Need need)
{
    if (++evaluator->depth > DEEPEST_CONDITION) {
        fail(evaluator, DIAG_condition_too_deep, DEEPEST_CONDITION);
        return signed_value(0);
    }
    Value value = evaluate_binary(evaluator, 1, need);
    if (accept(evaluator, TOKEN_QUESTION)) {
        bool is_true = value.bits != 0;
        Value then = evaluate_choice(evaluator, is_true ? need : IS_IGNORED);
        expect(evaluator, TOKEN_COLON);
        Value otherwise = evaluate_choice(evaluator, is_true ? IS_IGNORED : need);
        value = is_true ? then : otherwise;
        value.is_unsigned = then.is_unsigned || otherwise.is_unsigned;
    }
    evaluator->depth--;
    return value;
}

/* `defined X` must not see X expanded: names after it are painted. */
static void protect_defined(Preprocessor *pp, Token *tokens, int count)
{
    for (int i = 0; i < count; i++) {
        if (!is_word(&tokens[i]) || tokens[i].name != pp->name_defined)
            continue;
        int at = i + 1 < count && tokens[i + 1].kind == TOKEN_LPAREN ? i + 2 : i + 1;
        if (at < count)
            tokens[at].no_expand = true;
    }
}

/* Nor does __has_include(<name>). */
static void protect_included(Preprocessor *pp, Token *tokens, int count)
{
    for (int i = 0; i + 2 < count; i++)
        if (is_word(&tokens[i]) && tokens[i].name == pp->name_has_include &&
            tokens[i + 2].kind == TOKEN_LESS)
            for (i += 3; i < count && tokens[i].kind != TOKEN_GREATER; i++)
                tokens[i].no_expand = true;
}

bool pp_evaluate(Preprocessor *pp, const Token *tokens, int count, SourcePos directive)
{
    TokenBuffer *copy = pp_take_buffer(pp), *expanded = pp_take_buffer(pp);
    for (int i = 0; i < count; i++)
        vec_push(pp->scratch, &copy->tokens, tokens[i]);
    protect_defined(pp, copy->tokens.items, count);
    protect_included(pp, copy->tokens.items, count);
    pp_expand_tokens(pp, copy->tokens.items, count, expanded);
    Evaluator evaluator = {.pp = pp, .tokens = expanded->tokens.items,
                           .count = expanded->tokens.count, .pos = directive};
    Value value = evaluate_choice(&evaluator, IS_NEEDED);
    if (evaluator.next < evaluator.count) {
        Slice text = evaluator.tokens[evaluator.next].text;
        fail(&evaluator, DIAG_condition_trailing, (int)text.length, text.text);
    }
    pp_give_buffer(pp, copy);
    pp_give_buffer(pp, expanded);
    return !evaluator.failed && value.bits != 0;
}
