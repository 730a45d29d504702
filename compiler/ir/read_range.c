/* The reader's part for ranges, as range_text.c prints them. */
#include <errno.h>
#include <stdlib.h>

#include "ir/range.h"
#include "ir/read_priv.h"

typedef struct Bound {
    uint64_t bits;
    bool is_given, is_negative;
} Bound;

static Bound read_bound(Reader *reader)
{
    char *end = NULL;
    read_skip_blanks(reader);
    Bound bound = {.is_negative = *reader->at == '-'};
    errno = 0;
    bound.bits = bound.is_negative ? (uint64_t)strtoll(reader->at, &end, 10)
                                   : strtoull(reader->at, &end, 10);
    bound.is_given = end != reader->at;
    if (errno != 0)
        read_fail(reader, "the bound has too many digits");
    if (bound.is_given && !reader->error)
        reader->at = end;
    return bound;
}

static void read_bounds(Reader *reader, IrScalar type, IrRange *range)
{
    IrRange full = ir_range_full(type), bounds = full;
    Bound least = read_bound(reader);
    read_expect(reader, "..");
    Bound most = read_bound(reader);
    read_expect(reader, "]");
    if (op_scalar_is_float(type)) {
        bounds = ir_range_float(type, least.is_given ? (int64_t)least.bits : RANGE_NO_LEAST,
                                most.is_given ? (int64_t)most.bits : RANGE_NO_MOST, 0);
    } else if (least.is_negative) {
        bounds.smin = (int64_t)least.bits;
        bounds.smax = (int64_t)most.bits;
    } else {
        bounds.umin = least.bits;
        bounds.umax = most.bits;
    }
    if (!ir_range_is_within(type, &bounds, &full) || !ir_range_normalise(type, &bounds) ||
        !ir_range_meet(type, range, bounds))
        read_fail(reader, "no %s is in that range", op_scalar_name(type));
}

static void read_zeros(Reader *reader, IrScalar type, IrRange *range)
{
    IrRange zeros = ir_range_full(type);
    zeros.zeros |= read_bound(reader).bits;
    if (op_scalar_is_float(type) || !ir_range_normalise(type, &zeros) ||
        !ir_range_meet(type, range, zeros))
        read_fail(reader, "no %s has these bits clear", op_scalar_name(type));
}

static bool read_flag(Reader *reader, IrRange *range)
{
    for (int i = 0; i < RANGE_WORDS.count; i++)
        if (read_accept_word(reader, RANGE_WORDS.items[i])) {
            range->flags |= (unsigned)RANGE_WHOLE << i;
            return true;
        }
    return false;
}

IrRange read_range(Reader *reader, IrScalar type)
{
    IrRange range = type == IR_VOID ? (IrRange){0} : ir_range_full(type);
    for (bool more = true; more && !reader->error && type != IR_VOID;) {
        if (read_accept(reader, "["))
            read_bounds(reader, type, &range);
        else if (read_accept(reader, "&~"))
            read_zeros(reader, type, &range);
        else
            more = read_flag(reader, &range);
    }
    range = reader->error ? (IrRange){0} : ir_range_kept(type, range);
    reader->kernel->has_ranges |= range.flags != 0;
    return range;
}
