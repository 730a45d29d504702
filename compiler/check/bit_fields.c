/* Bit-fields, laid out as Microsoft's compilers do, which is what dxc follows: each takes the
 * lowest free bits of the unit of the bit-field before it if both are declared with types of one
 * size and enough bits are left, and otherwise begins a unit of its own, which is a number of the
 * declared type. ":0" ends a unit. */
#include "trees_priv.h"

/* A minimum-precision type counts as 16 bits, whatever it takes in memory. */
static int bits_of(const Type *type)
{
    const ScalarInfo *info = scalar_info(type->scalar);
    bool is_minimal = type->scalar == SCALAR_MIN16I || type->scalar == SCALAR_MIN12I ||
                      type->scalar == SCALAR_MIN16U;
    return is_minimal ? 16 : info->bytes * 8;
}

static bool width_is_right(Checker *checker, const AstDecl *ast, const Type *type, int64_t width)
{
    if (type_is_error(type))
        return false;
    if (checker->options->hlsl_version < 2021)
        diag_report(checker->diagnostics, ast->pos, DIAG_bit_field_version);
    else if (!type_is_one_integer(type))
        diag_report(checker->diagnostics, ast->pos, DIAG_bit_field_type, type);
    else if (ast->semantic != NULL || ast->registers != NULL)
        diag_report(checker->diagnostics, ast->pos, DIAG_bit_field_annotated);
    else if (width < 0 || width > bits_of(type))
        diag_report(checker->diagnostics, ast->bit_width->pos, DIAG_bit_field_too_wide, type,
                    bits_of(type), (long long)width);
    else if (width == 0 && ast->name != NULL)
        diag_report(checker->diagnostics, ast->bit_width->pos, DIAG_bit_field_empty, ast->name);
    else
        return true;
    return false;
}

/* An enum without a type of its own is unsigned where no enumerator is negative, though its values count as int. */
static const Type *unit_of(Checker *checker, const Type *type)
{
    if (type->kind != TYPE_ENUM || !type->is_never_negative)
        return type;
    return type_scalar(checker, type->scalar == SCALAR_I32 ? SCALAR_U32 : SCALAR_U64);
}

bool is_bit_field(const Expr *place)
{
    return place->kind == EXPR_FIELD && place->left->type->kind == TYPE_STRUCT &&
           place->left->type->fields[place->field].bit_width > 0;
}

bool place_bit_field(Checker *checker, const AstDecl *ast, int64_t width, Field *before,
                     Field *field)
{
    if (!width_is_right(checker, ast, field->type, width))
        return ast->name != NULL;
    if (width == 0 && before != NULL)
        before->ends_unit = true;
    if (width == 0)
        return false;
    bool is_open = before != NULL && before->bit_width > 0 && !before->ends_unit;
    int end = is_open ? before->bit_offset + before->bit_width : 0;
    field->unit = unit_of(checker, field->type);
    field->bit_width = (int)width;
    field->joins_unit = is_open && bits_of(before->unit) == bits_of(field->unit) &&
                        end + width <= bits_of(field->unit);
    field->bit_offset = field->joins_unit ? end : 0;
    if (ast->name == NULL)
        field->type = type_new_struct(checker,
                                      names_intern_text(checker->names, "(bits without a name)"));
    return true;
}
