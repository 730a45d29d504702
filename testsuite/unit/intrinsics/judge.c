/* What a thread stored against what the model wants. A float denormal may count as zero or not, and a product
 * may be rounded before it is added or not: any of the four is right. */
#include "intrinsics.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum { MOST_FAULTS = 40 };

/* Halfway between two doubles, as far as the 64 bits of `exact` tell. */
static bool is_tie(ScalarKind kind, Real exact, Real got)
{
    Real ulp = ulp_at(kind, exact);
    return kind == SCALAR_F64 && isfinite(exact) && fabsl(fabsl(got - exact) - ulp / 2) <= ulp * 0x1p-11L;
}

static bool float_matches(ScalarKind kind, const Wanted *wanted, uint64_t bits)
{
    Real got = number_of_bits(kind, bits), exact = wanted->exact, greatest = greatest_of(kind);
    bool flushed = scalar_info(kind)->ir == IR_F32 && got == 0 && fabsl(exact) < least_normal_of(kind);
    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got);
    if (flushed)
        return true;
    if (wanted->slack <= 0) {
        uint64_t nearest = bits_of_number(kind, exact);
        return bits == nearest || is_tie(kind, exact, got) || (wanted->slack == ANY_ZERO && got == 0 && number_of_bits(kind, nearest) == 0);
    }
    if (isinf(exact))
        return got == exact;
    if (isinf(got))
        return fabsl(exact) + wanted->slack > greatest && got * exact > 0;
    return fabsl(got - exact) <= wanted->slack;
}

static bool matches(ScalarKind kind, const Wanted *wanted, uint64_t bits)
{
    if (scalar_info(kind)->class == CLASS_FLOAT)
        return float_matches(kind, wanted, bits);
    return ((bits ^ wanted->bits) & ~(uint64_t)wanted->slack) == 0;
}

static void fill_call(Call *call, const Entry *entry, const Case *test, int thread)
{
    call->test = test;
    for (int argument = 0; argument < test->argument_count; argument++)
        for (int i = 0; i < shape_count(test->arguments[argument].shape); i++)
            call->bits[argument][i] = input_bits(entry->battery, test->arguments[argument].kind, argument, i, thread);
}

static const char *number_text(Arena *arena, ScalarKind kind, uint64_t bits)
{
    if (scalar_info(kind)->class != CLASS_FLOAT)
        return arena_printf(arena, "0x%llx", (unsigned long long)bits);
    return arena_printf(arena, "%.17Lg (0x%llx)", number_of_bits(kind, bits), (unsigned long long)bits);
}

static void report(Program *program, const Entry *entry, const Call *call, const Output *output, const Wanted *wanted, uint64_t bits, const char *who)
{
    const Case *test = call->test;
    if (++program->faults > MOST_FAULTS)
        return;
    print_error("%s %s, %s: %s, component %d of output %d is %s, expected %s\n", group_name(program->group), entry->name, who, test->name,
                output->component, output->output, number_text(program->arena, output->kind, bits),
                scalar_info(output->kind)->class == CLASS_FLOAT ? arena_printf(program->arena, "%.17Lg within %Lg", wanted->exact, wanted->slack)
                                                                 : number_text(program->arena, output->kind, wanted->bits));
    for (int argument = 0; argument < test->argument_count; argument++)
        for (int i = 0; test->arguments[argument].direction == ' ' && i < shape_count(test->arguments[argument].shape); i++)
            print_error("    %c[%d] = %s\n", "abcd"[argument], i, number_text(program->arena, test->arguments[argument].kind, call->bits[argument][i]));
}

/* The four readings agree mostly; the others are computed where the first does not fit. */
static bool component_matches(Call *readings, int *known, const Output *output, uint64_t bits)
{
    for (int way = 0; way < 4; way++) {
        if (way == *known) {
            readings[way] = readings[0];
            readings[way].flushes = way & 1;
            readings[way].overflows = way & 2;
            readings[way].test->model(&readings[way]);
            ++*known;
        }
        if (matches(output->kind, &readings[way].wanted[output->output][output->component], bits))
            return true;
    }
    return false;
}

/* `out`: what the thread stored first; its next number is `step` bytes on. */
static bool judge_thread(Program *program, const Entry *entry, const Outputs *outputs, int index, const uint8_t *out, size_t step, int thread, const char *who)
{
    Call readings[4]; /* of which the first is filled here, the others as copies of it */
    int known = 0;
    readings[0] = (Call){0};
    fill_call(&readings[0], entry, entry->cases[index], thread);
    for (int i = 0; i < outputs->items.count; i++) {
        const Output *output = &outputs->items.items[i];
        uint64_t bits = 0;
        memcpy(&bits, out + (size_t)i * step, (size_t)bytes_of(output->kind));
        if (component_matches(readings, &known, output, bits))
            continue;
        report(program, entry, &readings[0], output, &readings[0].wanted[output->output][output->component], bits, who);
        return false;
    }
    return true;
}

void judge_entry(Program *program, const Entry *entry, const char *who)
{
    for (int index = 0; index < entry->count; index++) {
        Outputs outputs = outputs_of(program->arena, entry->cases[index]);
        size_t first = output_offset(entry, index, 0, 0), step = output_offset(entry, index, 1, 0) - first;
        int places = entry->tuples ? entry->tuples : BATTERY_THREADS[entry->battery], faults = 0;
        for (int place = 0; place < places && faults < 3; place++) {
            int thread = entry->tuples ? thread_of_tuple(entry, index, place) : place;
            faults += !judge_thread(program, entry, &outputs, index, program->out + first + (size_t)place * 8, step, thread, who);
        }
    }
}
