/* Conversion of values, leaf by leaf. */
#include "lower/values_priv.h"

/* Which leaf of `from` becomes leaf `index` of `to`: a splat, the upper left part, or the same
 * one. */
static int source_leaf(Value from, Value to, int index)
{
    if (from.count == 1)
        return 0;
    bool cuts_columns = from.type->kind == TYPE_MATRIX && to.type->kind == TYPE_MATRIX
                     && from.count != to.count;
    int columns = to.type->columns;
    return cuts_columns ? index / columns * from.type->columns + index % columns : index;
}

Value value_convert(Lower *l, Value value, const Type *to)
{
    if (value.type == to)
        return value;
    if (value.count == 1 && type_is_leafy(value.type) && type_has_bit_fields(to))
        return bits_splat(l, to, value.type->scalar, value.leaves[0]);
    Value result = value_new(l, to);
    const ScalarKind *from_kinds = value_leaf_kinds(l, value.type);
    const ScalarKind *to_kinds = value_leaf_kinds(l, to);
    for (int i = 0; i < result.count; i++) {
        int source = source_leaf(value, result, i);
        bool is_object = to_kinds[i] == SCALAR_COUNT;
        if (source >= value.count || (from_kinds[source] == SCALAR_COUNT) != is_object) {
            lower_unsupported(l, "this conversion", "the types have different shapes");
            return value_zero(l, to);
        }
        IrInstr *leaf = value.leaves[source];
        if (i > 0 && value.count == 1 && to_kinds[i] == to_kinds[i - 1])
            leaf = result.leaves[i - 1];
        else if (!is_object)
            leaf = leaf_cast(l, leaf, from_kinds[source], to_kinds[i]);
        result.leaves[i] = leaf;
    }
    return bits_fit(l, result);
}
