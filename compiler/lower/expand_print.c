/* printf and DebugBreak: a row of the kernel's prints, and `print` where lanes come to it.
 *
 *     printf("at %.1v2f\n", p)      print #0 p.x, p.y      "at %.1f, %.1f\n" ff */
#include "lower/expand_priv.h"

static void build_print(Lower *l, const Call *call, IrPrint row, const Words *words)
{
    row.pos = call->expr->pos;
    vec_push(l->kernel->arena, &l->kernel->prints, row);
    IrInstr *print = ir_build_typed(&l->builder, IR_print, ir_scalar(IR_VOID), words->list.items,
                                    words->list.count);
    print->pos = row.pos;
    print->immediate = l->kernel->prints.count - 1;
}

static const char *take_text(Lower *l, Text *text)
{
    const char *copy =
        arena_copy_text(l->kernel->arena, text->length > 0 ? text->bytes : "", text->length);
    text_free(text);
    return copy;
}

/* One of C's for each component. */
static void add_conversion(Text *format, const Conversion *conversion)
{
    for (int i = 0; i < conversion->components; i++)
        text_printf(format, "%s%%%.*s%s%c", i > 0 ? ", " : "", (int)conversion->flags.length,
                    conversion->flags.text, conversion->is_wide ? "ll" : "", conversion->letter);
}

static const char *plain_format(Lower *l, const Call *call)
{
    Text format = {0};
    Conversion conversion;
    size_t at = 0;
    int next = 1;
    do {
        int bits = next < call->count ? format_bits(call->values[next].type) : 0;
        bool has_one = format_next(call->expr->arguments[0]->string, &at, bits, &conversion);
        text_printf(&format, "%.*s", (int)conversion.before.length, conversion.before.text);
        if (has_one && conversion.text.length == 0)
            text_printf(&format, "%%%%");
        if (conversion.text.length > 0) {
            add_conversion(&format, &conversion);
            next++;
        }
    } while (conversion.letter != '\0');
    return take_text(l, &format);
}

Value expand_printf(Lower *l, const Call *call)
{
    Words words = {.arena = l->arena};
    Text leaves = {0};
    for (int i = 1; i < call->count; i++) {
        ScalarKind kind = value_kind(call->values[i]);
        for (int k = 0; k < call->values[i].count; k++) {
            words_add_leaf(l, &words, kind, call->values[i].leaves[k]);
            text_printf(&leaves, "%c", word_letter(kind, call->values[i].leaves[k]));
        }
    }
    IrPrint print = {.format = plain_format(l, call), .leaves = take_text(l, &leaves)};
    build_print(l, call, print, &words);
    return no_value(call);
}

Value expand_debug_break(Lower *l, const Call *call)
{
    Words none = {.arena = l->arena};
    build_print(l, call, (IrPrint){.leaves = ""}, &none);
    return no_value(call);
}
