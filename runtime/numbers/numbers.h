/* numbers: the types that numbers have in files and in memory, and Arrays of them with a shape,
 * as files and values in place hold them. */
#ifndef WCC_NUMBERS_H
#define WCC_NUMBERS_H

#include "report.h"
#include "wcc_abi.h"

/* No resource is larger; wcc_abi.h promises it to the kernels. */
#define HOST_MAX_BYTES 0x7fffffffu

typedef enum Number {
    NUMBER_BOOL8,
    NUMBER_BOOL32,
    NUMBER_I8,
    NUMBER_U8,
    NUMBER_I16,
    NUMBER_U16,
    NUMBER_I32,
    NUMBER_U32,
    NUMBER_I64,
    NUMBER_U64,
    NUMBER_F16,
    NUMBER_F32,
    NUMBER_F64,
    NUMBER_COUNT
} Number;

/* Holds every value of every Number exactly. */
typedef long double Wide;

typedef enum NumberFamily {
    FAMILY_BOOL,
    FAMILY_SIGNED,
    FAMILY_UNSIGNED,
    FAMILY_FLOAT
} NumberFamily;

typedef struct NumberInfo {
    const char *name; /* as in f32(1,2,3) */
    const char *npy;  /* NumPy's dtype */
    uint32_t bytes;
    NumberFamily family;
    const char *range; /* in words, for messages */
    void (*load)(const void *source, Wide *target, size_t count);
    /* Gives the index of the first value that does not fit, or count. Floats round to nearest. */
    size_t (*store)(const Wide *source, void *target, size_t count);
} NumberInfo;

typedef enum Meaning {
    MEANING_NUMBERS, /* with a type and a shape (npy) */
    MEANING_LIST,    /* scalars in the order of their declaration (values in place) */
    MEANING_LOOSE,   /* the same without a type of their own (csv) */
    MEANING_PICTURE, /* (slices,) height, width, channels; u8 and u16 stand for 0..1 where floats
                        are wanted */
    MEANING_BYTES,   /* as they lie in memory; number is u8 */
    MEANING_RECORDS, /* bytes too, of structs whose fields have names (npy) */
    MEANING_TEXTURE, /* bytes too, of encoded texels (dds) */
    MEANING_TREE     /* what it means says the shader (json): a tree, or f64 in a shape */
} Meaning;

enum { HOST_MAX_RANK = 8, MAX_SIDES = 16 };

/* What arrays of arrays are long; ones are left out. */
typedef struct Sides {
    uint32_t count, sides[MAX_SIDES];
} Sides;

typedef enum ByteOrder { LEAST_FIRST, MOST_FIRST } ByteOrder;

/* Numbers of a record that lie without gaps. What lies in a struct has its path; in arrays of
 * structs each of them has a row, in their order, and the path is without indices. */
typedef struct RecordField {
    char *path; /* "light.colour" */
    Number number;
    ByteOrder order; /* of the bytes of each, in the file */
    uint32_t offset, count;
    Sides sides; /* of all arrays of the path, from the outermost to the field's own */
} RecordField;

typedef struct Records {
    RecordField *fields;
    uint32_t count, bytes; /* of one record */
} Records;

/* What a .json file holds: objects, arrays, and numbers as they are written. */
typedef enum TreeKind { TREE_SCALAR, TREE_LIST, TREE_MAP } TreeKind;

typedef struct TreeNode {
    TreeKind kind;
    bool is_string;
    char *key;              /* its name in an object; NULL elsewhere */
    char *text;             /* of a scalar */
    struct TreeNode *items; /* of lists and maps */
    uint32_t count, capacity;
    uint32_t line, column; /* from 1 on */
} TreeNode;

typedef struct Tree {
    TreeNode root;
} Tree;

typedef struct Array {
    uint8_t *data;
    size_t bytes;
    Number number;
    Meaning meaning;
    bool srgb; /* of a picture: its colours, but not its alpha, are to be decoded */
    uint32_t rank;
    size_t dims[HOST_MAX_RANK];
    Records records;         /* MEANING_RECORDS */
    struct Texture *texture; /* MEANING_TEXTURE: formats.h; to be freed */
    Tree *tree;              /* MEANING_TREE; NULL: numbers only, which are there */
} Array;

/* The scalars of one element, texel or cbuffer in the order of their declaration. */
typedef struct Scalar {
    uint32_t offset; /* bytes from the element's start */
    Number number;
} Scalar;

typedef struct Layout {
    Scalar *scalars;
    uint32_t count;
    uint32_t bytes; /* per element */
    char *dtype;    /* NumPy's for the scalars of a struct one after another; NULL: no struct */
    const char *name; /* of the resource; NULL: none */
} Layout;

/* numbers.c */

const NumberInfo *host_number(Number number);
Number host_number_of(WccScalar scalar);
/* Finds by name, or by NumPy's dtype; false: unknown. */
bool host_find_number(const char *name, size_t length, Number *number);
bool host_find_npy_number(const char *dtype, Number *number);
/* Both sides may be unaligned. Fails where an integer cannot hold the value. */
bool host_convert(Report *report, Number from, const void *source, Number to, void *target,
                  size_t count);
/* Reads one number from text, all of it. */
bool host_parse_number(Report *report, const char *text, Number number, void *target);
/* A decimal number without sign up to `maximum`; *end is set past it. */
bool host_parse_count(const char *text, const char **end, uint64_t maximum, uint64_t *value);
/* Prints one number with `digits` significant digits (floats). */
void host_print_number(Text *out, Number number, const void *value, int digits);

/* digits.c: as few digits as read back as the same number; whole numbers have all of theirs, up to
 * 10^5, 10^9 and 10^17 for floats of 16, 32 and 64 bits. nan, inf, -inf. */

enum { HOST_NUMBER_LETTERS = 32 }; /* at most */
size_t host_spell_number(Number number, const void *source, char text[HOST_NUMBER_LETTERS]);
void host_text_number(Text *out, Number number, const void *source);

/* tree.c and tree_numbers.c */

void host_free_tree(Tree *tree); /* NULL is fine */
/* One more item, zeroed; NULL without memory. */
TreeNode *host_add_node(TreeNode *node);
/* Puts "line 3, column 5: PATH: " before the reason. Gives false. */
bool host_fail_at(Report *report, const TreeNode *node, const char *path);
bool host_node_number(Report *report, const TreeNode *node, Number number, void *target);
/* Numbers in arrays of arrays, all alike, with their shape. */
bool host_tree_numbers(Report *report, const Tree *tree, Number number, Array *array);

/* array.c */

bool host_has_one_number(const Layout *layout);
/* Makes *array of these dims, zeroed; fails over HOST_MAX_BYTES. */
bool host_new_array(Report *report, Array *array, Number number, Meaning meaning, uint32_t rank,
                    const size_t *dims);
void host_free_array(Array *array);
void host_free_records(Records *records);
/* False: there are too many. */
bool host_add_side(Sides *sides, uint32_t side);
size_t host_array_count(const Array *array);
/* A picture as numbers of this type with this many components: of u8 and u16 floats get 0..1 and
 * integers the integer, other numbers are converted; grey goes to red, green and blue; a missing
 * alpha is 1 (of u8 and u16 for integers: the largest value). */
bool host_picture_numbers(Report *report, const Array *picture, Number number, uint32_t components,
                          Array *numbers);

/* srgb.c: the transfer function of IEC 61966-2-1 (D3D functional specification, 3.2.3) */

double host_decode_srgb(double value);
double host_encode_srgb(double value);

/* values.c: f32(1,2,3) u32(0..1023) i32(7*4, 0..10:2) */

bool host_is_values(const char *text);
bool host_parse_values(Report *report, const char *text, Array *array);
/* Splits "1, 2,3" at commas and stores the numbers in *numbers (malloc'd, tightly packed). */
bool host_parse_list(Report *report, const char *text, Number number, void **numbers,
                     size_t *count);

#endif
