/* Matching arguments against a signature of builtin.def or method.def; the notation is in
 * builtin.def.
 *
 * First every letter gets a meaning: a component letter the combination of its arguments' scalar
 * kinds, moved into the letter's set; a dimension letter the smallest size among its arguments.
 * Then every parameter has a type, and the match has the score of passing the arguments to
 * parameters of these types. */
#include "conversions_priv.h"

enum { OPEN_SIZE = 1000 };

typedef struct Meaning { /* of the letters, while matching */
    Checker *checker;
    const Type *resource, *function_type;
    ScalarKind kinds[128];
    bool is_bound[128], is_place[128];
    int sizes[128];      /* r c k; OPEN_SIZE: no vector or matrix argument has told */
    const Type *any;     /* the shape of *, with any scalar; NULL: all scalars so far */
    bool is_impossible;
    bool is_uneven;      /* shapes marked = differ */
} Meaning;

/* ---- reading ---- */

/* With ~ written out: one parameter for each of the resource's sizes. */
static Signature read_for(const char *text, const Type *resource)
{
    Signature read = signature_read(text), signature = read;
    signature.count = signature.required = 0;
    for (int i = 0; i < read.count; i++) {
        Item item = read.parameters[i];
        int copies = item.dimensions[0] == '~' ? resource_info(resource->resource)->sizes : 1;
        if (item.dimensions[0] == '~')
            item.dimensions[0] = '\0';
        for (int copy = 0; copy < copies; copy++)
            signature.parameters[signature.count++] = item;
        signature.required += item.is_optional ? 0 : copies;
    }
    return signature;
}

/* ---- component letters ---- */

static bool is_generic(char component)
{
    return component >= 'a' && component <= 'z' && component != 's' && component != 't';
}

/* The scalar kind that a generic letter means when its arguments combine to `kind`; false:
 * none. */
static bool move_into_set(char letter, ScalarKind kind, ScalarKind *moved)
{
    ScalarClass class = scalar_info(kind)->class;
    bool is_wide = scalar_bits(kind) == 64 && !scalar_is_literal(kind);
    bool is_16bit = kind == SCALAR_F16 || kind == SCALAR_I16 || kind == SCALAR_U16;
    ScalarKind integer = class == CLASS_FLOAT || class == CLASS_BOOL || kind == SCALAR_LITERAL_INT
                           ? SCALAR_I32
                           : kind;
    switch (letter) {
    case 'f':
        *moved = class != CLASS_FLOAT || is_wide || scalar_is_literal(kind) ? SCALAR_F32 : kind;
        return true;
    case 'g':
        *moved = class != CLASS_FLOAT || scalar_is_literal(kind) ? SCALAR_F32 : kind;
        return true;
    case 'n':
        *moved = kind == SCALAR_BOOL || kind == SCALAR_LITERAL_INT ? SCALAR_I32
               : kind == SCALAR_LITERAL_FLOAT                      ? SCALAR_F32
                                                                   : kind;
        return true;
    case 'i': *moved = integer; return true;
    case 'w': *moved = integer; return !is_16bit;
    case 'u':
        *moved = scalar_unsigned(integer);
        return class != CLASS_FLOAT && class != CLASS_BOOL;
    case 'j': *moved = class == CLASS_UNSIGNED ? SCALAR_U32 : SCALAR_I32; return true;
    case 'l': *moved = class == CLASS_UNSIGNED ? SCALAR_U64 : SCALAR_I64; return true;
    case 'k':
        *moved = is_wide ? (class == CLASS_UNSIGNED ? SCALAR_U32 : SCALAR_I32) : integer;
        return true;
    case 'p': *moved = class == CLASS_FLOAT ? SCALAR_F32 : SCALAR_U32; return true;
    case 'x':
        *moved = kind == SCALAR_LITERAL_INT   ? SCALAR_I32
               : kind == SCALAR_LITERAL_FLOAT ? SCALAR_F32
                                              : kind;
        if (kind >= SCALAR_MIN16F && kind <= SCALAR_MIN16U)
            *moved = class == CLASS_FLOAT  ? SCALAR_F32
                   : class == CLASS_SIGNED ? SCALAR_I32
                                           : SCALAR_U32;
        return class != CLASS_BOOL && !is_wide && !is_16bit;
    case 'y': *moved = scalar_is_literal(kind) ? SCALAR_F16 : kind; return is_16bit || scalar_is_literal(kind);
    default:
        *moved = kind == SCALAR_LITERAL_INT   ? SCALAR_I32
               : kind == SCALAR_LITERAL_FLOAT ? SCALAR_F32
                                              : kind;
        return true;
    }
}

bool check_letter_has(char letter, ScalarKind kind)
{
    ScalarKind moved;
    return !scalar_is_literal(kind) && move_into_set(letter, kind, &moved) && moved == kind;
}

static ScalarKind literal_kind(const Expr *argument)
{
    int64_t value;
    bool is_large = argument->type->scalar == SCALAR_LITERAL_INT &&
                    constant_is_integer(argument, &value) && value > INT32_MAX;
    return !is_large ? argument->type->scalar : value > UINT32_MAX ? SCALAR_I64 : SCALAR_U32;
}

static void bind_component(Meaning *meaning, const Item *item, const Expr *argument)
{
    int letter = item->component;
    ScalarKind kind = literal_kind(argument);
    if (!is_generic(item->component) || meaning->is_place[letter])
        return;
    if (item->direction == '&' || !meaning->is_bound[letter])
        meaning->kinds[letter] = kind;
    else
        meaning->kinds[letter] = scalar_combine(meaning->kinds[letter], kind);
    meaning->is_bound[letter] = true;
    meaning->is_place[letter] = item->direction == '&';
}

static ScalarKind fixed_kind(const Checker *checker, char letter)
{
    switch (letter) {
    case 'B': return SCALAR_BOOL;
    case 'I': return SCALAR_I32;
    case 'F': return SCALAR_F32;
    case 'D': return SCALAR_F64;
    case 'L': return SCALAR_I64;
    case 'M': return SCALAR_U64;
    case 'H': return checker->options->native_16bit ? SCALAR_F16 : SCALAR_HALF32;
    case 'S': return SCALAR_I16;
    case 'W': return SCALAR_U16;
    default: return SCALAR_U32;
    }
}

/* ---- dimension letters ---- */

static void bind_size(Meaning *meaning, char letter, int size)
{
    if (letter >= 'a' && letter <= 'z' && size < meaning->sizes[(int)letter])
        meaning->sizes[(int)letter] = size;
}

/* What * means: the smallest of the vectors, or of the matrices. */
static void bind_any(Meaning *meaning, const Type *type)
{
    const Type *any = meaning->any;
    if (type->kind == TYPE_SCALAR)
        return;
    if (any == NULL) {
        meaning->any = type;
    } else if (any->kind != type->kind) {
        bool any_is_one = type_component_count(any) == 1;
        meaning->is_impossible |= !any_is_one && type_component_count(type) != 1;
        meaning->any = any_is_one ? type : any;
    } else {
        int rows = any->rows < type->rows ? any->rows : type->rows;
        int columns = any->columns < type->columns ? any->columns : type->columns;
        meaning->any = any->kind == TYPE_VECTOR
                         ? type_vector(meaning->checker, any->scalar, columns)
                         : type_matrix(meaning->checker, any->scalar, rows, columns,
                                       any->row_major);
    }
}

static bool has_shape(const Type *type, const Type *other)
{
    return type->kind == other->kind && type->rows == other->rows &&
           type->columns == other->columns;
}

static void bind_shape(Meaning *meaning, const Item *item, const Type *type)
{
    char first = item->dimensions[0], second = item->dimensions[1];
    if (first == '*' || first == '=') {
        meaning->is_uneven |= first == '=' && meaning->any != NULL && type->kind != TYPE_SCALAR &&
                              !has_shape(type, meaning->any);
        bind_any(meaning, type);
    } else if (second != '\0') {
        /* a scalar is a square matrix of one element */
        meaning->is_impossible |= type->kind != TYPE_MATRIX &&
                                  !(type->kind == TYPE_SCALAR && first == second);
        bind_size(meaning, first, type->rows);
        bind_size(meaning, second, type->columns);
    } else if (first == '\0') {
        /* mul and the like tell their rows by shape */
        bool is_number = item->component == 'n' || item->component == 'f';
        meaning->is_impossible |= is_number && type_component_count(type) > 1;
        meaning->is_impossible |= item->component == 'n' && type->kind == TYPE_MATRIX;
    } else if (first >= 'a' && first <= 'z') {
        meaning->is_impossible |= type->kind == TYPE_MATRIX;
        if (type->kind != TYPE_SCALAR)
            bind_size(meaning, first, type_component_count(type));
    }
}

static int size_of(const Meaning *meaning, char dimension)
{
    const ResourceInfo *info = meaning->resource != NULL
                                 ? resource_info(meaning->resource->resource)
                                 : NULL;
    switch (dimension) {
    case '\0': return 1;
    case '#': return info->index;
    case '+': return info->index + 1;
    case '@': return info->spatial;
    default:
        if (dimension >= '1' && dimension <= '4')
            return dimension - '0';
        return meaning->sizes[(int)dimension] == OPEN_SIZE ? 1 : meaning->sizes[(int)dimension];
    }
}

/* ---- types of parameters ---- */

static bool component_kind(Meaning *meaning, const Item *item, ScalarKind *kind)
{
    char letter = item->component;
    if (letter == 't') {
        *kind = meaning->resource->element->scalar;
        return true;
    }
    if (!is_generic(letter)) {
        *kind = fixed_kind(meaning->checker, letter);
        return true;
    }
    ScalarKind bound = meaning->is_bound[(int)letter] ? meaning->kinds[(int)letter]
                                                      : SCALAR_LITERAL_INT;
    bool ok = move_into_set(letter, bound, kind);
    /* an atomic's place is not converted */
    return ok && !(meaning->is_place[(int)letter] && *kind != bound);
}

static const Type *item_type(Meaning *meaning, const Item *item)
{
    Checker *checker = meaning->checker;
    ScalarKind kind;
    switch (item->component) {
    case '-': return type_void(checker);
    case 's': return type_string(checker);
    case 'T': return meaning->resource->element;
    case 'V': return meaning->function_type;
    case 'Y': return type_resource(checker, RESOURCE_SAMPLER, NULL, 0, false, false);
    case 'Z': return type_resource(checker, RESOURCE_SAMPLER_COMPARISON, NULL, 0, false, false);
    default: break;
    }
    if (!component_kind(meaning, item, &kind))
        return NULL;
    if (item->dimensions[0] == '*' || item->dimensions[0] == '=')
        return meaning->any == NULL ? type_scalar(checker, kind)
                                    : type_with_scalar(checker, meaning->any, kind);
    int first = size_of(meaning, item->dimensions[0]),
        second = size_of(meaning, item->dimensions[1]);
    if (item->dimensions[1] != '\0')
        return type_matrix(checker, kind, first, second, checker->options->default_row_major);
    return first == 1 ? type_scalar(checker, kind) : type_vector(checker, kind, first);
}

/* Items whose arguments must be scalars, vectors or matrices. */
static bool takes_numbers(const Item *item) { return strchr("sTVYZR-", item->component) == NULL; }

static bool fits_item(const Item *item, const Expr *argument)
{
    const Type *type = argument->type;
    if (type_is_error(type))
        return true;
    if (item->component == 'R')
        return type->kind == TYPE_RESOURCE;
    if (takes_numbers(item))
        return type_is_numeric(type);
    return true;
}

/* Pass 0 binds the letters by `in` and place arguments; pass 1 by out arguments, for letters still
 * free. */
static void bind_arguments(Meaning *meaning, const Signature *signature, Expr **arguments,
                           int count)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count && i < signature->count; i++) {
            const Item *item = &signature->parameters[i];
            bool is_late = item->direction == '>';
            if (is_late != (pass == 1) || !takes_numbers(item) ||
                type_is_error(arguments[i]->type))
                continue;
            if (!is_late || !meaning->is_bound[(int)item->component] || item->component == 'p')
                bind_component(meaning, item, arguments[i]);
            bind_shape(meaning, item, arguments[i]->type);
        }
    }
}

static uint64_t argument_score(Checker *checker, const Item *item, const Expr *argument,
                               const Type *type)
{
    if (item->component == 'R' || expr_is_error(argument))
        return 0;
    if (item->direction == '&')
        return type_same(argument->type, type) ? 0 : UINT64_MAX;
    if (item->direction == '>')
        return conversion_score(checker, type, argument->type);
    return conversion_score(checker, argument->type, type);
}

Match signature_match(Checker *checker, const char *text, const Type *resource,
                      const Type *function_type, Expr **arguments, int count)
{
    Signature signature = read_for(text, resource);
    Match match = {.score = UINT64_MAX, .bad_argument = -1};
    Meaning meaning = {.checker = checker, .resource = resource, .function_type = function_type};
    if (count < signature.required || (count > signature.count && !signature.is_variadic))
        return match;
    for (int i = 0; i < COUNT_OF(meaning.sizes); i++)
        meaning.sizes[i] = OPEN_SIZE;
    for (int i = 0; i < count && i < signature.count; i++)
        if (!fits_item(&signature.parameters[i], arguments[i])) {
            match.bad_argument = i;
            return match;
        }
    bind_arguments(&meaning, &signature, arguments, count);
    if (meaning.is_uneven)
        return match;
    match.count = count < signature.count ? count : signature.count;
    uint64_t total = 0;
    for (int i = 0; i < match.count; i++) {
        const Item *item = &signature.parameters[i];
        match.types[i] = item->component == 'R' ? arguments[i]->type : item_type(&meaning, item);
        match.kinds[i] = item->direction;
        uint64_t score = match.types[i] == NULL || meaning.is_impossible
                           ? UINT64_MAX
                           : argument_score(checker, item, arguments[i], match.types[i]);
        if (score == UINT64_MAX) {
            match.bad_argument = i;
            return match;
        }
        total += score;
    }
    match.result = item_type(&meaning, &signature.result);
    match.is_of_bools = signature.result.component == 'n' && meaning.is_bound['n'] &&
                        meaning.kinds['n'] == SCALAR_BOOL;
    match.score = match.result == NULL ? UINT64_MAX : total;
    return match;
}

void signature_convert_arguments(Checker *checker, const Match *match, Expr **arguments, int count)
{
    for (int i = 0; i < count; i++) {
        if (i >= match->count)
            arguments[i] = settle_literal(checker, arguments[i]);
        else if (match->kinds[i] == ' ')
            arguments[i] = convert_implicitly(checker, arguments[i], match->types[i]);
        else
            arguments[i] = convert_place(checker, arguments[i], match->types[i]);
    }
}
