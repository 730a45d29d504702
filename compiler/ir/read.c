/* The reader of the text form (print.c), for tests and for tools that edit dumps by hand:
 * instructions, constructs, the kernel. read_cursor.c has words and numbers, read_declarations.c
 * what stands before the body.
 *
 * Printed numbers become ids; what has none in the text gets the ones after. Only the text is
 * judged here; whether the kernel makes sense is ir_verify's. */
#include "ir/read_priv.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    LARGEST_ID = 1 << 24, DEEPEST = 400, LARGEST_GROUP = 1024, LARGEST_WAVE = 1024, MOST_PLACES = 5
};

/* ---- values ---- */

static uint32_t read_id(Reader *reader) { return (uint32_t)read_number(reader, 0, LARGEST_ID); }

static void define(Reader *reader, uint32_t id, IrInstr *instr)
{
    while (reader->by_id.count <= (int)id)
        vec_push(reader->arena, &reader->by_id, NULL);
    if (reader->by_id.items[id])
        read_fail(reader, "%u is defined twice", id);
    reader->by_id.items[id] = instr;
    instr->id = id;
}

static IrInstr *find_id(Reader *reader, uint32_t id, const char *sigil)
{
    IrInstr *instr = (int)id < reader->by_id.count ? reader->by_id.items[id] : NULL;
    bool is_construct = instr && ir_is(instr, OP_REGION);
    if (!instr || is_construct != (*sigil == '^'))
        read_fail(reader, "%s%u is not defined before", sigil, id);
    return instr;
}

static IrInstr *read_value(Reader *reader)
{
    read_expect(reader, "%");
    return find_id(reader, read_id(reader), "%");
}

/* Adds to `instr` what stands between here and a `]` or the line's end. */
static void read_values(Reader *reader, IrInstr *instr)
{
    do {
        ir_add_operand(reader->kernel, instr, read_value(reader));
    } while (!reader->error && read_accept(reader, ","));
}

/* What stands before a definition's operation. */
typedef struct Annotation {
    IrLevel level;
    IrShape shape;
    IrType type;
    IrRange range;
} Annotation;

static void annotate(IrInstr *value, const Annotation *annotation)
{
    value->level = annotation->level;
    value->shape = annotation->shape;
    value->range = annotation->range;
}

/* `varying linear(1) i32 [0..63]`. */
static Annotation read_annotation(Reader *reader)
{
    Annotation annotation = {.level = (IrLevel)read_choice(reader, LEVEL_WORDS, "level")};
    IrShape *shape = &annotation.shape;
    shape->length = annotation.level < LEVEL_VARYING ? reader->kernel->wave_size : 1;
    if (read_accept_word(reader, "linear")) {
        read_expect(reader, "(");
        *shape = (IrShape){reader->kernel->wave_size,
                           (int32_t)read_number(reader, INT32_MIN, INT32_MAX)};
        read_expect(reader, ")");
    } else if (read_accept_word(reader, "rows")) {
        read_expect(reader, "(");
        shape->length = (int32_t)read_number(reader, 1, LARGEST_WAVE);
        read_expect(reader, ",");
        shape->stride = (int32_t)read_number(reader, INT32_MIN, INT32_MAX);
        read_expect(reader, ")");
    }
    annotation.type = read_type(reader);
    annotation.range = read_range(reader, annotation.type.scalar);
    return annotation;
}

/* ---- instructions ---- */

static IrOp read_op(Reader *reader, IrOp least, IrOp most)
{
    Slice word = read_word(reader);
    IrOp op = op_by_name(word.text, (unsigned)word.length);
    if (op < least || op > most || op == IR_parameter || op == IR_result) {
        read_fail(reader, "'%.*s' is no operation here", (int)word.length, word.text);
        return IR_fence;
    }
    return op;
}

/* What belongs to the operation's name. */
static void read_immediates(Reader *reader, IrInstr *instr)
{
    Words words = ir_immediate_words(instr->op);
    if (words.count) {
        read_expect(reader, ".");
        instr->immediate = read_choice(reader, words, "immediate of this operation");
    }
    if (op_carries(instr->op, CARRIES_COMBINE)) {
        read_expect(reader, ".");
        Slice word = read_word(reader);
        instr->combine = ir_find_combine(instr->op, word);
        if (instr->combine == IR_OP_COUNT)
            read_fail(reader, "nothing combines by '%.*s'", (int)word.length, word.text);
    }
    if (instr->op == IR_extract) {
        read_expect(reader, ".");
        instr->component = (uint8_t)read_number(reader, 0, 15);
    }
    if (op_info(instr->op)->immediate == IMMEDIATE_STEP)
        instr->immediate = (int32_t)read_number(reader, STEP_DOWN, STEP_UP);
    if (op_is_numbered(instr->op)) {
        read_expect(reader, "#");
        instr->immediate = (int32_t)read_number(reader, 0, INT32_MAX);
    }
}

static IrResource *find_resource(const Reader *reader, const char *name)
{
    const IrKernel *kernel = reader->kernel;
    for (int i = 0; i < kernel->resources.count; i++)
        if (strcmp(kernel->resources.items[i]->name, name) == 0)
            return kernel->resources.items[i];
    return NULL;
}

static void find_place(Reader *reader, IrInstr *instr, const char *name)
{
    IrKernel *kernel = reader->kernel;
    if (op_carries(instr->op, CARRIES_RESOURCE))
        instr->resource = find_resource(reader, name);
    for (int i = 0; op_carries(instr->op, CARRIES_VARIABLE) && i < kernel->variables.count; i++)
        if (strcmp(kernel->variables.items[i]->name, name) == 0)
            instr->variable = kernel->variables.items[i];
    if (!instr->resource && !instr->variable)
        read_fail(reader, "$%s is not declared", name);
}

/* `%5 [0..63]` */
static void read_place(Reader *reader, IrInstr *instr, IrRange ranges[MOST_PLACES])
{
    int at = instr->operand_count;
    IrInstr *value = read_value(reader);
    ir_add_operand(reader->kernel, instr, value);
    if (at < MOST_PLACES && value != NULL)
        ranges[at] = read_range(reader, value->type.scalar);
}

static void read_bracketed(Reader *reader, IrInstr *instr, IrRange ranges[MOST_PLACES])
{
    read_expect(reader, "[");
    do {
        read_place(reader, instr, ranges);
    } while (!reader->error && read_accept(reader, ","));
    read_expect(reader, "]");
}

static void keep_operand_ranges(Reader *reader, IrInstr *instr, const IrRange ranges[MOST_PLACES])
{
    bool is_any = false;
    for (int i = 0; i < MOST_PLACES; i++)
        is_any |= ranges[i].flags != 0;
    if (!is_any)
        return;
    instr->operand_ranges = ARENA_ARRAY(reader->arena, IrRange, instr->operand_count);
    for (int i = 0; i < instr->operand_count && i < MOST_PLACES; i++)
        instr->operand_ranges[i] = ranges[i];
}

/* `, $Smooth[%0]` */
static void read_sampler(Reader *reader, IrInstr *instr, IrRange ranges[MOST_PLACES])
{
    read_expect(reader, ",");
    read_expect(reader, "$");
    const char *name = read_name(reader);
    instr->sampler = find_resource(reader, name);
    if (!instr->sampler)
        read_fail(reader, "$%s is not declared", name);
    read_bracketed(reader, instr, ranges);
}

/* `$Out[%0] [%5, %6], %7`, `$Image[%0], $Smooth[%0], %5` or `$cache.1 [%5], %7` */
static void read_access(Reader *reader, IrInstr *instr)
{
    IrRange ranges[MOST_PLACES] = {0};
    read_expect(reader, "$");
    find_place(reader, instr, read_name(reader));
    if (read_accept(reader, "."))
        instr->component = (uint8_t)read_number(reader, 0, 15);
    if (op_carries(instr->op, CARRIES_RESOURCE))
        read_bracketed(reader, instr, ranges);
    if (op_carries(instr->op, CARRIES_SAMPLER))
        read_sampler(reader, instr, ranges);
    if (op_address_count(instr->op) > 0)
        read_bracketed(reader, instr, ranges);
    if (read_accept(reader, ","))
        read_values(reader, instr);
    keep_operand_ranges(reader, instr, ranges);
}

static void read_constant(Reader *reader, IrInstr *instr)
{
    read_skip_blanks(reader);
    size_t length = strcspn(reader->at, " \t\r\n;");
    const char *text = arena_copy_text(reader->arena, reader->at, length);
    if (ir_parse_constant(instr->type.scalar, text, &instr->bits))
        reader->at += length;
    else
        read_fail(reader, "'%s' is no %s", text, op_scalar_name(instr->type.scalar));
}

/* From `precise` or the operation's name to the end of the line. */
static IrInstr *read_instr(Reader *reader, IrType type)
{
    bool precise = read_accept_word(reader, "precise");
    IrInstr *instr = ir_new(reader->kernel, read_op(reader, 0, IR_return), type, NULL, 0);
    instr->precise = precise;
    reader->kernel->watches_barriers |= instr->op == IR_arrive;
    read_immediates(reader, instr);
    if (instr->op == IR_const)
        read_constant(reader, instr);
    if (instr->op == IR_break || instr->op == IR_continue) {
        read_expect(reader, "^");
        instr->target = find_id(reader, read_id(reader), "^");
    }
    read_skip_blanks(reader);
    if (op_carries(instr->op, CARRIES_VARIABLE | CARRIES_RESOURCE))
        read_access(reader, instr);
    else if (*reader->at == '%')
        read_values(reader, instr);
    return instr;
}

static void read_definition(Reader *reader, IrBuilder *builder)
{
    uint32_t id = read_id(reader);
    Annotation annotation = read_annotation(reader);
    read_expect(reader, "=");
    IrInstr *instr = read_instr(reader, annotation.type);
    if (ir_is(instr, OP_REGION) || annotation.type.scalar == IR_VOID)
        read_fail(reader, "%s has no value", op_info(instr->op)->name);
    annotate(instr, &annotation);
    define(reader, id, instr);
    ir_insert(builder, instr);
    read_end_line(reader);
}

/* ---- constructs ---- */

static void read_waves(Reader *reader, IrInstr *wave_loop)
{
    bool is_down = read_accept_word(reader, "down");
    if (!is_down && !read_accept_word(reader, "first"))
        read_fail(reader, "a wave_loop takes no such hint");
    read_skip_blanks(reader);
    wave_loop->immediate =
        is_down ? WAVES_DOWN
                : (int32_t)read_number(reader, 1, ir_running_waves(reader->kernel));
    read_expect(reader, "]");
}

/* `[loop]`, `[unroll 4]`, `[first 1]`, `[down]` */
static void read_hint(Reader *reader, IrInstr *instr)
{
    if (!read_accept(reader, "["))
        return;
    if (instr->op == IR_wave_loop) {
        read_waves(reader, instr);
        return;
    }
    instr->immediate = -read_choice(reader, HINT_WORDS, "hint");
    bool is_of_if = instr->immediate == HINT_BRANCH || instr->immediate == HINT_FLATTEN;
    if (instr->immediate == HINT_NONE || is_of_if != (instr->op == IR_if))
        read_fail(reader, "%s takes no such hint", op_info(instr->op)->name);
    read_skip_blanks(reader);
    if (instr->immediate == HINT_UNROLL && *reader->at != ']')
        instr->immediate = (int32_t)read_number(reader, 1, INT32_MAX);
    read_expect(reader, "]");
}

/* `%6 varying f32`; a parameter's ` = %1` behind it. */
static void read_phi(Reader *reader, IrInstr *construct, IrOp op)
{
    IrInstr *phi;
    read_expect(reader, "%");
    uint32_t id = read_id(reader);
    Annotation annotation = read_annotation(reader);
    if (op == IR_parameter) {
        read_expect(reader, "=");
        phi = ir_add_parameter(reader->kernel, construct, annotation.type, read_value(reader));
    } else {
        phi = ir_add_result(reader->kernel, construct, annotation.type);
    }
    annotate(phi, &annotation);
    define(reader, id, phi);
}

static void read_parameters(Reader *reader, IrInstr *loop)
{
    if (!read_accept(reader, "("))
        return;
    do
        read_phi(reader, loop, IR_parameter);
    while (!reader->error && read_accept(reader, ","));
    read_expect(reader, ")");
}

static void read_results(Reader *reader, IrInstr *construct)
{
    if (!read_accept(reader, "->"))
        return;
    do
        read_phi(reader, construct, IR_result);
    while (!reader->error && read_accept(reader, ","));
}

static void read_region(Reader *reader, IrRegion *region);

/* Jumps, stores, barriers and constructs without a number; `id` < 0: none. */
static void read_statement(Reader *reader, IrBuilder *builder, int64_t id)
{
    IrInstr *instr = read_instr(reader, ir_scalar(IR_VOID));
    if (op_info(instr->op)->result != '-')
        read_fail(reader, "%s gives a value that needs a number", op_info(instr->op)->name);
    if ((id >= 0) != (instr->op == IR_loop || instr->op == IR_scope))
        read_fail(reader, "loops and scopes alone are named by ^");
    ir_insert(builder, instr);
    if (id >= 0)
        define(reader, (uint32_t)id, instr);
    else
        vec_push(reader->arena, &reader->unnumbered, instr);
    if (ir_is(instr, OP_REGION)) {
        if (instr->op == IR_loop)
            read_parameters(reader, instr);
        read_hint(reader, instr);
        read_region(reader, instr->regions[0]);
        if (instr->op == IR_if && read_accept_word(reader, "else")) {
            read_region(reader, instr->regions[1]);
        } else if (instr->op == IR_if) {
            ir_close_region(reader->kernel, instr->regions[1]);
            vec_push(reader->arena, &reader->unnumbered, instr->regions[1]->last);
        }
        read_results(reader, instr);
    }
    read_end_line(reader);
}

/* `{`, lines, `}`; stops behind the brace. */
static void read_region(Reader *reader, IrRegion *region)
{
    IrBuilder builder = ir_builder_at_end(reader->kernel, region);
    read_expect(reader, "{");
    read_end_line(reader);
    if (++reader->depth > DEEPEST)
        read_fail(reader, "nested too deeply");
    while (!reader->error && *reader->at && *reader->at != '}') {
        builder.pos = read_position(reader);
        if (read_accept(reader, "%")) {
            read_definition(reader, &builder);
        } else if (read_accept(reader, "^")) {
            int64_t id = read_id(reader);
            read_statement(reader, &builder, id);
        } else {
            read_statement(reader, &builder, -1);
        }
    }
    reader->depth--;
    read_expect(reader, "}");
}

/* ---- the kernel ---- */

/* `order random 5 extra 1`, each where it is not the usual. */
static IrLaneOrder read_lane_order(Reader *reader)
{
    IrLaneOrder order = {IR_ORDER_LINEAR, 0, 0};
    if (read_accept_word(reader, "order"))
        order.kind = (IrOrderKind)read_choice(reader, ORDER_WORDS, "order");
    if (order.kind == IR_ORDER_RANDOM)
        order.seed = (uint32_t)read_number(reader, 0, UINT32_MAX);
    if (read_accept_word(reader, "extra"))
        order.extra_waves = (int)read_number(reader, 1, LARGEST_GROUP);
    return order;
}

/* `kernel @Blur numthreads(16, 16, 1) wave 32 x 8` */
static void read_header(Reader *reader, Names *names)
{
    uint32_t threads[3];
    SourcePos pos = read_position(reader);
    read_expect_word(reader, "kernel");
    read_expect(reader, "@");
    Name name = names_intern_text(names, read_name(reader));
    read_expect_word(reader, "numthreads");
    for (int axis = 0; axis < 3; axis++) {
        read_expect(reader, axis == 0 ? "(" : ",");
        threads[axis] = (uint32_t)read_number(reader, 1, LARGEST_GROUP);
    }
    read_expect(reader, ")");
    read_expect_word(reader, "wave");
    int wave_size = (int)read_number(reader, 1, LARGEST_WAVE);
    read_expect_word(reader, "x");
    reader->kernel = ir_kernel_new(reader->arena, name, threads, wave_size);
    reader->kernel->pos = pos;
    int wave_count = (int)read_number(reader, 1, INT32_MAX);
    IrLaneOrder order = read_lane_order(reader);
    if (order.kind == IR_ORDER_QUAD_ROWS && !ir_quads_fit_rows(reader->kernel))
        read_fail(reader, "rows of that length hold no quads in a wave");
    if (!reader->error && (order.kind != IR_ORDER_LINEAR || order.extra_waves > 0))
        ir_order_lanes(reader->kernel, order);
    if ((uint64_t)threads[0] * threads[1] * threads[2] > LARGEST_GROUP)
        read_fail(reader, "a group has at most %d threads", LARGEST_GROUP);
    else if (wave_count != reader->kernel->wave_count)
        read_fail(reader, "the group has %d waves", reader->kernel->wave_count);
    read_end_line(reader);
}

/* What has no number in the text comes after what has. */
static void number_the_rest(Reader *reader)
{
    reader->kernel->next_id = (uint32_t)reader->by_id.count;
    for (int i = 0; i < reader->unnumbered.count; i++)
        reader->unnumbered.items[i]->id = reader->kernel->next_id++;
}

/* One kernel and the blank lines and comments behind it. */
static void read_kernel(Reader *reader, Names *names)
{
    reader->by_id.count = reader->unnumbered.count = reader->infos.count = 0;
    read_header(reader, names);
    while (!reader->error && *reader->at && *reader->at != '{')
        read_declaration(reader);
    if (!reader->error)
        read_reflection(reader);
    read_region(reader, reader->kernel->body);
    read_end_line(reader);
    number_the_rest(reader);
}

static Reader reader_at_start(Arena *arena, Slice text, SourcePos start)
{
    Reader reader = {.arena = arena, .text = arena_copy_text(arena, text.text, text.length),
                     .start = start, .line = 1};
    reader.at = reader.text;
    if (strchr(" \t\r\n;", *reader.at) != NULL)
        read_end_line(&reader);
    return reader;
}

IrKernel *ir_read(Arena *arena, Names *names, Slice text, const char **error)
{
    Reader reader = reader_at_start(arena, text, SOURCE_NOWHERE);
    read_kernel(&reader, names);
    if (!reader.error && *reader.at)
        read_fail(&reader, "text behind the kernel");
    *error = reader.error ? arena_printf(arena, "line %d: %s", reader.line, reader.error) : NULL;
    return reader.error ? NULL : reader.kernel;
}

const char *ir_read_all(Arena *arena, Names *names, Slice text, SourcePos start,
                        IrKernelList *kernels, SourcePos *where)
{
    Reader reader = reader_at_start(arena, text, start);
    while (!reader.error && *reader.at) {
        read_kernel(&reader, names);
        if (!reader.error)
            vec_push(arena, kernels, reader.kernel);
    }
    *where = reader.error ? reader.error_at : SOURCE_NOWHERE;
    return reader.error;
}
