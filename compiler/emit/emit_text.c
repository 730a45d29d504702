/* Lines of C from templates. A template's letters know our things; lower case takes the next
 * argument, upper case and l and P none:
 *
 *     %s text   %c character   %d int   %u unsigned   %D int64_t
 *     %f a scalar type's name in wcc_lanes.h, "f32"   %t in C, "float"   %v its vector's, "f32x16"
 *     %n a value as a C scalar   %p as one piece   %i its variable's name, "v12"
 *     %m a mask as a pointer to its pieces, "m3"   %k as one piece, "m3[p]"
 *     %l lanes of a piece   %P pieces of the wave, or those that an access is done for
 *
 * and of the step at hand:
 *
 *     %I %U %T the name, number and C type of its instruction   %N its value as a C scalar   %V as
 * a piece of its array %A %B %C one piece of its masks a, b, c   %M mask a as a pointer   %Q its
 * pieces, and how many   %G its label   %H which lanes are threads of the group   %W its row in the
 * table of stores */
#define _GNU_SOURCE /* strchrnul */
#include "emit_priv.h"

#include <stdlib.h>

static const char *mask_piece(Emitter *emitter, int mask)
{
    return mask == 0 ? emit_format(emitter, "splat_i32x%l(-1)")
                     : emit_format(emitter, "m%d[p]", mask);
}

static const char *threads_test(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    if (kernel->thread_of_lane != NULL)
        return emit_format(emitter, "%s > splat_i32x%l(-1)", emit_from_threads(emitter, 3, true));
    return emit_format(emitter, "linear_i32x%l(wave * %d + p * %l, 1) < splat_i32x%l(%u)",
                       kernel->wave_size, ir_group_size(kernel));
}

static const char *label_name(Emitter *emitter, const PlanStep *step)
{
    static const char *const NAMES[] = {
        [LABEL_END] = "end", [LABEL_EXIT] = "exit", [LABEL_NEXT] = "next"};
    const char *where = step->to_inside == 0 ? "" : step->to_inside == 1 ? "_inside" : emit_format(emitter, "_inside%d", step->to_inside);
    return emit_format(emitter, "%s%d%s", NAMES[step->label], step->number, where);
}

/* Upper case. */
static const char *step_text(Emitter *emitter, char letter)
{
    const PlanStep *step = emitter->step;
    switch (letter) {
    case 'A': return mask_piece(emitter, step->a);
    case 'B': return mask_piece(emitter, step->b);
    case 'C': return mask_piece(emitter, step->c);
    case 'G': return label_name(emitter, step);
    case 'H': return threads_test(emitter);
    case 'I': return emit_name(emitter, step->instr, 0);
    case 'M': return emit_format(emitter, "%m", step->a);
    case 'Q': return emit_format(emitter, emitter->is_in_piece ? "&%A, 1" : "%M, %P");
    case 'N': return emit_scalar(emitter, step->value);
    case 'T': return emit_ctype(step->instr->type.scalar);
    case 'U': return emit_format(emitter, "%u", step->instr->id);
    case 'V': return emit_format(emitter, "%s[p]", emit_pieces(emitter, step->value, -1));
    case 'W':
        return emit_format(emitter, "%d",
                           emit_find_store(emitter->stores, emitter->module->sources, step->instr));
    default: abort(); /* a template with a letter that there is not: a fault of ours */
    }
}

static void add(Text *out, const char *text) { text_add(out, text, strlen(text)); }

int emit_piece_count(const Emitter *emitter)
{
    return emitter->first_pieces != 0 ? emitter->first_pieces : emitter->plan->pieces;
}

int emit_lane_count(const Emitter *emitter)
{
    return emitter->plan->lanes * (emitter->is_in_piece ? 1 : emit_piece_count(emitter));
}

/* Most of what templates hold is numbers: too many for vsnprintf. */
static void add_number(Text *out, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        *--at = '-';
    text_add(out, at, (size_t)(digits + sizeof digits - at));
}

static void add_value(Emitter *emitter, Text *out, char letter, const IrInstr *value)
{
    add(out, letter == 'n'   ? emit_scalar(emitter, value)
             : letter == 'p' ? emit_piece(emitter, value)
                             : emit_name(emitter, value, 0));
}

static void add_mask(Emitter *emitter, Text *out, char letter, int mask)
{
    if (letter == 'k')
        add(out, mask_piece(emitter, mask));
    else if (mask == 0)
        add(out, "all_on");
    else
        text_printf(out, "m%d", mask);
}

static void add_argument(Emitter *emitter, Text *out, char letter, va_list *arguments)
{
    switch (letter) {
    case 's': add(out, va_arg(*arguments, const char *)); break;
    case 'c': text_add(out, &(char){(char)va_arg(*arguments, int)}, 1); break;
    case 'd': add_number(out, va_arg(*arguments, int)); break;
    case 'u': add_number(out, va_arg(*arguments, unsigned)); break;
    case 'D': add_number(out, va_arg(*arguments, int64_t)); break;
    case 'f': add(out, emit_suffix((IrScalar)va_arg(*arguments, int))); break;
    case 't': add(out, emit_ctype((IrScalar)va_arg(*arguments, int))); break;
    case 'v':
        add(out, emit_suffix((IrScalar)va_arg(*arguments, int)));
        add(out, "x");
        add_number(out, emitter->plan->lanes);
        break;
    case 'l': add_number(out, emitter->plan->lanes); break;
    case 'P': add_number(out, emit_piece_count(emitter)); break;
    case 'm':
    case 'k': add_mask(emitter, out, letter, va_arg(*arguments, int)); break;
    case 'n':
    case 'p':
    case 'i': add_value(emitter, out, letter, va_arg(*arguments, const IrInstr *)); break;
    case '%': add(out, "%"); break;
    default: add(out, step_text(emitter, letter));
    }
}

/* What an argument needs filled in meanwhile stands behind what there is of this one. */
static const char *fill_in(Emitter *emitter, const char *format, va_list arguments)
{
    Text *out = &emitter->unfinished;
    size_t start = out->length;
    va_list rest;
    va_copy(rest, arguments);
    for (const char *at = format; *at != '\0';) {
        size_t plain = (size_t)(strchrnul(at, '%') - at);
        text_add(out, at, plain);
        at += plain;
        if (*at == '%') {
            add_argument(emitter, out, at[1], &rest);
            at += 2;
        }
    }
    va_end(rest);
    const char *text = out->length > start ? out->bytes + start : "";
    text = arena_copy_text(emitter->scratch, text, out->length - start);
    out->length = start;
    return text;
}

const char *emit_format(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = fill_in(emitter, format, arguments);
    va_end(arguments);
    return text;
}

/* ---- lines ---- */

/* Deeper lines are not indented further: a chain of some thousand else ifs were mostly blanks. */
enum { DEEPEST_INDENT = 40 };

static void add_lines(Emitter *emitter, const char *text)
{
    for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
        length = (size_t)(strchrnul(text, '\n') - text);
        add(emitter->out, emitter->line_mark);
        for (int i = 0; i < emitter->indent && i < DEEPEST_INDENT; i++)
            add(emitter->out, "    ");
        text_add(emitter->out, text, length);
        add(emitter->out, "\n");
    }
}

void emit_line(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_lines(emitter, fill_in(emitter, format, arguments));
    va_end(arguments);
}

void emit_open(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_lines(emitter, fill_in(emitter, format, arguments));
    va_end(arguments);
    emitter->indent++;
}

void emit_close_with(Emitter *emitter, const char *end)
{
    emitter->indent--;
    emit_line(emitter, "%s", end);
}

void emit_close(Emitter *emitter) { emit_close_with(emitter, "}"); }

void emit_else(Emitter *emitter)
{
    emit_close_with(emitter, "} else {");
    emitter->indent++;
}

void emit_string(Text *out, const char *text)
{
    if (text == NULL) {
        add(out, "0");
        return;
    }
    add(out, "\"");
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            text_printf(out, "\\%c", *at);
        else if ((unsigned char)*at < 32)
            text_printf(out, "\\%03o", (unsigned char)*at);
        else
            text_add(out, at, 1);
    }
    add(out, "\"");
}

const char *emit_quoted(Emitter *emitter, const char *text)
{
    Text quoted = {0};
    emit_string(&quoted, text);
    const char *copy = emit_format(emitter, "%s", quoted.bytes);
    text_free(&quoted);
    return copy;
}

/* ---- what is done for each piece ---- */

/* There is one copy of what is done in turn. */
static bool writes_out(const Emitter *emitter)
{
    return emitter->plan->writes_pieces_out && !emitter->is_in_turn;
}

static const char *piece_loop(const Emitter *emitter)
{
    return emitter->is_in_piece  ? ""
           : emitter->is_in_turn ? "WCC_PIECES_IN_TURN(%P) "
                                 : "WCC_PIECES(%P) ";
}

void emit_open_pieces(Emitter *emitter)
{
    const EmitMarks *marks = emitter->module->marks;
    emitter->pieces_start = emitter->out->length;
    emitter->pieces_marks = marks != NULL ? marks->list.count : 0;
    if (!writes_out(emitter))
        emit_line(emitter, emit_format(emitter, "%s{", piece_loop(emitter)));
    emitter->indent++;
}

/* Those of the open pieces' statements, which are taken out again. */
static EmitMarks take_marks(Emitter *emitter)
{
    EmitMarks *marks = emitter->module->marks, taken = {.arena = emitter->scratch};
    for (int i = emitter->pieces_marks; marks != NULL && i < marks->list.count; i++)
        vec_push(taken.arena, &taken.list, marks->list.items[i]);
    if (marks != NULL)
        marks->list.count = emitter->pieces_marks;
    return taken;
}

/* In a copy of the statements. */
static void repeat_marks(Emitter *emitter, const EmitMarks *taken)
{
    EmitMarks *marks = emitter->module->marks;
    for (int i = 0; i < taken->list.count; i++) {
        EmitMark mark = taken->list.items[i];
        mark.at += emitter->out->length - emitter->pieces_start;
        vec_push(marks->arena, &marks->list, mark);
    }
}

static void write_pieces_out(Emitter *emitter)
{
    Text *out = emitter->out;
    size_t length = out->length - emitter->pieces_start;
    const char *body =
        arena_copy_text(emitter->scratch, out->bytes + emitter->pieces_start, length);
    EmitMarks taken = take_marks(emitter);
    out->length = emitter->pieces_start;
    emit_line(emitter, "{");
    for (int p = 0; p < emit_piece_count(emitter); p++) {
        text_printf(out, "{ enum { p = %d };\n", p);
        repeat_marks(emitter, &taken);
        text_add(out, body, length);
        add(out, "}\n");
    }
}

void emit_close_pieces(Emitter *emitter)
{
    emitter->indent--;
    if (writes_out(emitter))
        write_pieces_out(emitter);
    emit_line(emitter, "}");
}

void emit_each_piece(Emitter *emitter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *statement = fill_in(emitter, format, arguments);
    va_end(arguments);
    if (!writes_out(emitter)) {
        emit_line(emitter, emit_format(emitter, "%s%%s", piece_loop(emitter)), statement);
        return;
    }
    emit_open_pieces(emitter);
    add_lines(emitter, statement);
    emit_close_pieces(emitter);
}

/* ---- places in the HLSL ---- */

void emit_mark(EmitMarks *marks, const Text *out, const Plan *plan, SourcePos pos)
{
    if (marks != NULL)
        vec_push(marks->arena, &marks->list, (EmitMark){out->length, plan, pos});
}

/* Each line of C has its own mark, since lines count on from the last one. */
void emit_at(Emitter *emitter, SourcePos pos)
{
    emit_mark(emitter->module->marks, emitter->out, emitter->plan, pos);
    if (!emitter->module->marks_lines || pos == SOURCE_NOWHERE)
        return;
    SourcePlace place = sources_place(emitter->module->sources, pos);
    Text path = {0};
    emit_string(&path, place.path != NULL ? place.path : "");
    emitter->line_mark =
        place.line > 0 ? emit_format(emitter, "#line %d %s\n", place.line, path.bytes) : "";
    text_free(&path);
}

void emit_at_own_place(Emitter *emitter)
{
    int line = 2; /* the next, and the directive's own */
    emitter->line_mark = "";
    emit_mark(emitter->module->marks, emitter->out, emitter->plan, SOURCE_NOWHERE);
    if (!emitter->module->marks_lines)
        return;
    for (size_t i = 0; i < emitter->out->length; i++)
        line += emitter->out->bytes[i] == '\n';
    emit_line(emitter, "#line %d \"emitted.c\"", line);
}
