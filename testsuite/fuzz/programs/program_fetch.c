/* What reads of resources give: all hold the input's words, one texel behind the other, rows behind
 * rows. Outside there are zeros; of a read of a raw buffer each 32-bit word is judged by itself. */
#include "program_interpret_priv.h"

static void fetch_bytes(const ProgramInput *input, const Type *type, uint32_t address, Leaf *out)
{
    uint32_t bytes = (uint32_t)SCALARS[type->scalar].bits / 8, size = sizeof input->source;
    uint32_t unit = bytes < 4 ? bytes : 4;
    for (int i = 0; i < type->columns; i++, address += bytes) {
        uint64_t bits = 0;
        for (uint32_t at = 0; at < bytes; at += unit)
            if (address + at + unit <= size)
                memcpy((char *)&bits + at, (const char *)input->source + address + at, unit);
        out[i] = (Leaf){.integer = interpret_wrap(type->scalar, bits)};
    }
}

void interpret_fetch(const ProgramInput *input, const Expr *expr, const uint32_t *at, Leaf *out)
{
    const FetchRow *row = &FETCHES[expr->fetch];
    uint32_t element = 0;
    if (expr->fetch == FETCH_BYTES) {
        fetch_bytes(input, expr->type, at[0], out);
        return;
    }
    bool is_inside = expr->argument_count == row->dimensions || at[row->dimensions] == 0;
    for (int i = row->dimensions - 1; i >= 0; i--) {
        is_inside &= at[i] < row->size[i];
        element = element * row->size[i] + at[i];
    }
    for (int i = 0; i < row->components; i++)
        out[i].integer =
            is_inside ? input->source[element * (uint32_t)row->components + (uint32_t)i] : 0;
}
