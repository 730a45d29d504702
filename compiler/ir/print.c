/* The text form. One instruction a line; reading it back gives the same kernel, so whatever the
 * passes and emit look at is here.
 *
 *     kernel @Blur numthreads(16, 16, 1) wave 32 x 8
 *       srv $In tex2d<f32x4> row 0
 *       shared $cache f32x4[288]
 *     {
 *       %0   constant i32 = const 0
 *       %1   varying  linear(1) i32 = lane_index                              ; blur.hlsl:9
 *       %2   varying  f32x4 = load_texture $In[%0] [%1, %0, %0, %0]
 *       ^4 loop (%5 varying f32 = %3) [unroll 4] {
 *         ...
 *         continue ^4 %9
 *       } -> %11 varying f32
 *     }
 *
 * Values are %, constructs that jumps name are ^, variables and resources $. What follows an
 * operation's name after a dot is its immediate, operation or component: group_id.x,
 * wave_reduce.fadd, extract.2. An else that only yields nothing is left out. Behind the pass
 * `ranges`: range_text.c. */
#include "ir/reflection_priv.h"

#include <ctype.h>

enum { INDENT = 2, COMMENT_COLUMN = 72 };

typedef struct Printer {
    Text *out;
    const IrKernel *kernel;
    const Sources *sources;
    Arena *scratch;
    const char **names; /* as printed: resources, then variables; NULL: their own */
    int depth;
    size_t line_start;
    SourcePlace place; /* last one shown */
    const IrInstr *instr; /* at hand */
    IrTextLines *lines;   /* NULL: nobody asks */
    Arena *lines_arena;
} Printer;

/* ---- names ---- */

/* Letters, digits and _.#$@, but no end that looks like a component. */
static bool is_plain_name(const char *name)
{
    const char *last = strrchr(name, '.');
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_.#$@", *at))
            return false;
    return *name && !(last && last[1 + strspn(last + 1, "0123456789")] == '\0');
}

void print_name(Text *out, char sigil, const char *name)
{
    const char *quote = is_plain_name(name) ? "" : "\"";
    text_printf(out, "%c%s%s%s", sigil, quote, name, quote);
}

/* By a name's number: how many have been printed by it, or by it and a number. */
typedef VEC(int) Copies;

static int *copies_of(Arena *scratch, Copies *copies, Name name)
{
    while ((uint32_t)copies->count <= name_number(name))
        vec_push(scratch, copies, 0);
    return &copies->items[name_number(name)];
}

/* Inlining makes several variables of one name: the later ones print as name#2, name#3. */
static void name_all(Printer *printer)
{
    const IrKernel *kernel = printer->kernel;
    Arena *scratch = printer->scratch;
    int resource_count = kernel->resources.count, count = resource_count + kernel->variables.count;
    Names *names = names_new(scratch);
    Copies copies = {0};
    printer->names = ARENA_ARRAY(scratch, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        const char *text = i < resource_count ? kernel->resources.items[i]->name
                                              : kernel->variables.items[i - resource_count]->name;
        Name own = names_intern_text(names, text), name = own;
        while (*copies_of(scratch, &copies, name) > 0)
            name = names_intern_text(names, arena_printf(scratch, "%s#%d", text, ++*copies_of(scratch, &copies, own)));
        *copies_of(scratch, &copies, name) = 1;
        printer->names[i] = name;
    }
}

static const char *name_of_resource(const Printer *printer, const IrResource *resource)
{
    for (int i = 0; printer->names && i < printer->kernel->resources.count; i++)
        if (printer->kernel->resources.items[i] == resource)
            return printer->names[i];
    return resource->name;
}

static const char *name_of_variable(const Printer *printer, const IrVariable *variable)
{
    int first = printer->kernel->resources.count, at = variable->index;
    if (printer->names && at < printer->kernel->variables.count && printer->kernel->variables.items[at] == variable)
        return printer->names[first + at];
    for (int i = 0; printer->names && i < printer->kernel->variables.count; i++)
        if (printer->kernel->variables.items[i] == variable)
            return printer->names[first + i];
    return variable->name;
}

/* ---- lines ---- */

static void start_line(Printer *printer)
{
    printer->line_start = printer->out->length;
    text_printf(printer->out, "%*s", printer->depth * INDENT, "");
}

/* Ends the line; says where in the source it comes from if that is not where the one before came
 * from. */
static void end_line(Printer *printer, SourcePos pos)
{
    if (printer->sources && pos != SOURCE_NOWHERE) {
        SourcePlace place = sources_place(printer->sources, pos);
        int width = (int)(printer->out->length - printer->line_start);
        if (place.line != printer->place.line || place.path != printer->place.path)
            text_printf(printer->out, "%*s ; %s:%d",
                        width < COMMENT_COLUMN ? COMMENT_COLUMN - width : 0, "", place.path,
                        place.line);
        printer->place = place;
    }
    if (printer->lines && pos != SOURCE_NOWHERE)
        vec_push(printer->lines_arena, printer->lines,
                 (IrTextLine){printer->line_start, printer->instr, pos});
    text_add(printer->out, "\n", 1);
}

/* ---- declarations ---- */

static void print_type(Text *out, IrType type)
{
    text_printf(out, type.components > 1 ? "%s%s%d" : "%s", op_scalar_name(type.scalar), "x",
                type.components);
}

static const IrResourceInfo *find_info(const IrKernel *kernel, const IrResource *resource)
{
    for (int i = 0; kernel->reflection && i < kernel->reflection->resource_count; i++)
        if (kernel->reflection->resources[i].resource == resource)
            return &kernel->reflection->resources[i];
    return NULL;
}

static void print_fields(Printer *printer, const IrResourceInfo *info)
{
    printer->depth++;
    for (int i = 0; i < info->field_count; i++) {
        start_line(printer);
        print_field(printer->out, &info->fields[i]);
        end_line(printer, SOURCE_NOWHERE);
    }
    printer->depth--;
}

/* `position`: in the text. */
static void print_resource(Printer *printer, const IrResource *resource, int position)
{
    Text *out = printer->out;
    const IrResourceInfo *info = find_info(printer->kernel, resource);
    bool is_used = position < printer->kernel->resources.count;
    start_line(printer);
    text_printf(out, "%s%s ", is_used ? "" : "unused ", CLASS_WORDS.items[resource->class]);
    print_name(out, '$', name_of_resource(printer, resource));
    text_printf(out, " %s%s", SHAPE_WORDS.items[resource->shape],
                resource->is_array ? "_array" : "");
    uint32_t usual_stride = 0;
    if (ir_has_element(resource->shape)) {
        text_printf(out, "<");
        print_type(out, resource->element);
        text_printf(out, ">");
        usual_stride =
            (uint32_t)op_scalar_bytes(resource->element.scalar) * resource->element.components;
    }
    if (resource->stride != usual_stride)
        text_printf(out, " stride %u", resource->stride);
    if (resource->size)
        text_printf(out, " size %u", resource->size);
    text_printf(out, " row %u", resource->first_row);
    if (resource->array_count)
        text_printf(out, " array %u", resource->array_count);
    if (resource->index != position)
        text_printf(out, " index %d", resource->index);
    if (resource->is_cube)
        text_printf(out, " cube");
    if (resource->is_coherent)
        text_printf(out, " coherent");
    if (info)
        print_resource_info(out, printer->kernel->reflection, info);
    end_line(printer, SOURCE_NOWHERE);
    if (info)
        print_fields(printer, info);
}

static bool is_used(const IrKernel *kernel, const IrResource *resource)
{
    for (int i = 0; i < kernel->resources.count; i++)
        if (kernel->resources.items[i] == resource)
            return true;
    return false;
}

/* Those that the kernel uses, then the others. */
static void print_resources(Printer *printer)
{
    const IrKernel *kernel = printer->kernel;
    const IrReflection *reflection = kernel->reflection;
    int position = 0;
    for (; position < kernel->resources.count; position++)
        print_resource(printer, kernel->resources.items[position], position);
    for (int i = 0; reflection && i < reflection->resource_count; i++)
        if (!is_used(kernel, reflection->resources[i].resource))
            print_resource(printer, reflection->resources[i].resource, position++);
}

static void print_variable(Printer *printer, const IrVariable *variable)
{
    start_line(printer);
    text_printf(printer->out, "%s ", VARIABLE_WORDS.items[variable->kind]);
    print_name(printer->out, '$', name_of_variable(printer, variable));
    text_printf(printer->out, " ");
    print_type(printer->out, variable->type);
    if (variable->count != 1)
        text_printf(printer->out, "[%lld]", (long long)variable->count);
    if (variable->level != LEVEL_VARYING)
        text_printf(printer->out, " %s", LEVEL_WORDS.items[variable->level]);
    end_line(printer, variable->pos);
}

/* ---- instructions ---- */

/* With what is known of it here, if that is more than of the value. */
static void print_operand(Text *out, const IrInstr *instr, int index, const char *before)
{
    text_printf(out, "%s%%%u", before, instr->operands[index]->id);
    if (instr->operand_ranges)
        ir_print_range(out, instr->operands[index]->type.scalar, &instr->operand_ranges[index]);
}

static void print_operands(Text *out, const IrInstr *instr, int first, int end, const char *before)
{
    for (int i = first; i < end && i < instr->operand_count; i++)
        print_operand(out, instr, i, i == first ? before : ", ");
}

/* `varying linear(1) i32 [0..63]`. A uniform value is linear(0) without saying so. */
static void print_annotation(Printer *printer, const IrInstr *instr, int level_width)
{
    text_printf(printer->out, "%-*s ", level_width, LEVEL_WORDS.items[instr->level]);
    bool is_told =
        instr->shape.length > 1 && (instr->level == LEVEL_VARYING || instr->shape.stride != 0);
    if (is_told && instr->shape.length == printer->kernel->wave_size)
        text_printf(printer->out, "linear(%d) ", instr->shape.stride);
    else if (is_told)
        text_printf(printer->out, "rows(%d, %d) ", instr->shape.length, instr->shape.stride);
    print_type(printer->out, instr->type);
    ir_print_range(printer->out, instr->type.scalar, &instr->range);
}

/* The operation's name with what belongs to it. */
static void print_op(Text *out, const IrInstr *instr)
{
    Words words = ir_immediate_words(instr->op);
    text_printf(out, "%s%s", instr->precise ? "precise " : "", op_info(instr->op)->name);
    if (words.count && instr->immediate >= 0 && instr->immediate < words.count)
        text_printf(out, ".%s", words.items[instr->immediate]);
    else if (words.count)
        text_printf(out, ".%d", instr->immediate);
    if (op_carries(instr->op, CARRIES_COMBINE))
        text_printf(out, ".%s", ir_combine_name(instr->combine));
    if (instr->op == IR_extract)
        text_printf(out, ".%d", instr->component);
    if (op_info(instr->op)->immediate == IMMEDIATE_STEP)
        text_printf(out, " %+d", instr->immediate);
    if (op_is_numbered(instr->op))
        text_printf(out, " #%d", instr->immediate);
}

/* ` $Out[%0] [%5, %6], %7`, ` $Image[%0], $Smooth[%0], %5` or ` $cache.1 [%5], %7` */
static void print_access(Printer *printer, const IrInstr *instr)
{
    int first = op_carries(instr->op, CARRIES_RESOURCE);
    int values = first + op_address_count(instr->op);
    text_printf(printer->out, " ");
    if (instr->resource)
        print_name(printer->out, '$', name_of_resource(printer, instr->resource));
    if (instr->variable)
        print_name(printer->out, '$', name_of_variable(printer, instr->variable));
    if (instr->component)
        text_printf(printer->out, ".%d", instr->component);
    print_operands(printer->out, instr, 0, first, "[");
    text_printf(printer->out, first ? "]" : "");
    if (instr->sampler) {
        text_printf(printer->out, ", ");
        print_name(printer->out, '$', name_of_resource(printer, instr->sampler));
        print_operands(printer->out, instr, 1, 2, "[");
        text_printf(printer->out, "]");
        values = first = 2;
    }
    print_operands(printer->out, instr, first, values, " [");
    text_printf(printer->out, values > first ? "]" : "");
    print_operands(printer->out, instr, values, instr->operand_count, ", ");
}

static void print_simple(Printer *printer, const IrInstr *instr)
{
    Text *out = printer->out;
    if (instr->type.scalar != IR_VOID) {
        char id[16];
        snprintf(id, sizeof id, "%%%u", instr->id);
        text_printf(out, "%-4s ", id);
        print_annotation(printer, instr, 8);
        text_printf(out, " = ");
    }
    print_op(out, instr);
    if (instr->op == IR_const) {
        text_printf(out, " ");
        ir_print_constant(out, instr->type.scalar, instr->bits);
    }
    if (instr->target)
        text_printf(out, " ^%u", instr->target->id);
    if (op_carries(instr->op, CARRIES_VARIABLE | CARRIES_RESOURCE))
        print_access(printer, instr);
    else
        print_operands(out, instr, 0, instr->operand_count, " ");
}

/* ---- constructs ---- */

static void print_hint(Text *out, const IrInstr *instr)
{
    if (instr->op == IR_wave_loop && instr->immediate == WAVES_DOWN)
        text_printf(out, " [down]");
    else if (instr->op == IR_wave_loop && instr->immediate != WAVES_ALL)
        text_printf(out, " [first %d]", instr->immediate);
    else if (instr->immediate > 0)
        text_printf(out, " [unroll %d]", instr->immediate);
    else if (instr->immediate != HINT_NONE)
        text_printf(out, " [%s]", HINT_WORDS.items[-instr->immediate]);
}

/* `^5 loop (%6 varying f32 = %1) [unroll]` */
static void print_construct_head(Printer *printer, const IrInstr *instr)
{
    Text *out = printer->out;
    if (instr->op == IR_loop || instr->op == IR_scope)
        text_printf(out, "^%u ", instr->id);
    text_printf(out, "%s", op_info(instr->op)->name);
    if (instr->op != IR_loop)
        print_operands(out, instr, 0, instr->operand_count, " ");
    for (int i = 0; i < instr->parameter_count; i++) {
        text_printf(out, "%s%%%u ", i == 0 ? " (" : ", ", instr->parameters[i]->id);
        print_annotation(printer, instr->parameters[i], 0);
        print_operands(out, instr, i, i + 1, " = ");
    }
    text_printf(out, instr->parameter_count ? ")" : "");
    print_hint(out, instr);
}

static void print_results(Printer *printer, const IrInstr *instr)
{
    for (int i = 0; i < instr->result_count; i++) {
        text_printf(printer->out, "%s%%%u ", i == 0 ? " -> " : ", ", instr->results[i]->id);
        print_annotation(printer, instr->results[i], 0);
    }
}

/* An else that may be left out. */
static bool is_bare_yield(const IrRegion *region)
{
    return region->first && region->first == region->last && region->first->op == IR_yield &&
           region->first->operand_count == 0;
}

static void print_region(Printer *printer, const IrRegion *region);

static void print_construct(Printer *printer, const IrInstr *instr)
{
    print_construct_head(printer, instr);
    text_printf(printer->out, " {");
    end_line(printer, instr->pos);
    print_region(printer, instr->regions[0]);
    start_line(printer);
    text_printf(printer->out, "}");
    if (instr->regions[1] && !is_bare_yield(instr->regions[1])) {
        text_printf(printer->out, " else {");
        end_line(printer, SOURCE_NOWHERE);
        print_region(printer, instr->regions[1]);
        start_line(printer);
        text_printf(printer->out, "}");
    }
    print_results(printer, instr);
    end_line(printer, SOURCE_NOWHERE);
}

static void print_region(Printer *printer, const IrRegion *region)
{
    printer->depth++;
    EACH_IN (region, instr) {
        start_line(printer);
        printer->instr = instr;
        if (ir_is(instr, OP_REGION)) {
            print_construct(printer, instr);
        } else {
            print_simple(printer, instr);
            end_line(printer, instr->pos);
        }
    }
    printer->depth--;
}

static void print_lane_order(Printer *printer, IrLaneOrder order)
{
    if (order.kind != IR_ORDER_LINEAR)
        text_printf(printer->out, " order %s", ORDER_WORDS.items[order.kind]);
    if (order.kind == IR_ORDER_RANDOM)
        text_printf(printer->out, " %u", order.seed);
    if (order.extra_waves > 0)
        text_printf(printer->out, " extra %d", order.extra_waves);
    text_printf(printer->out, "\n");
}

static void print_kernel(Printer *printer)
{
    Text *out = printer->out;
    const IrKernel *kernel = printer->kernel;
    printer->scratch = arena_new("print");
    name_all(printer);
    text_printf(out, "kernel ");
    print_name(out, '@', kernel->name);
    text_printf(out, " numthreads(%u, %u, %u) wave %d x %d", kernel->threads[0], kernel->threads[1],
                kernel->threads[2], kernel->wave_size, kernel->wave_count);
    print_lane_order(printer, kernel->order);
    printer->depth = 1;
    print_resources(printer);
    for (int i = 0; i < kernel->variables.count; i++)
        print_variable(printer, kernel->variables.items[i]);
    printer->depth = 0;
    text_printf(out, "{\n");
    print_region(printer, kernel->body);
    text_printf(out, "}\n");
    arena_drop(printer->scratch);
}

void ir_print(Text *out, const IrKernel *kernel, const Sources *sources)
{
    Printer printer = {.out = out, .kernel = kernel, .sources = sources};
    print_kernel(&printer);
}

void ir_print_lines(Text *out, const IrKernel *kernel, Arena *arena, IrTextLines *lines)
{
    Printer printer = {.out = out, .kernel = kernel, .lines = lines, .lines_arena = arena};
    print_kernel(&printer);
}

/* ---- a part ---- */

static int count_lines(const char *from, const char *end)
{
    int count = 0;
    for (const char *at = from; at < end; at++)
        count += *at == '\n';
    return count;
}

static const char *skip_lines(const char *from, int count)
{
    for (const char *end = from; count > 0 && (end = strchr(from, '\n')) != NULL; count--)
        from = end + 1;
    return from;
}

static void print_left_out(Text *out, int count)
{
    if (count > 0)
        text_printf(out, "; ... %d lines\n", count);
}

/* The complaint ends in the instruction as the text has it; the start where it is not found. */
void ir_print_around(Text *out, const IrKernel *kernel, const Sources *sources,
                     const char *complaint, int most)
{
    Text whole = {0};
    ir_print(&whole, kernel, sources);
    const char *instr = strstr(complaint, ": "), *end = whole.bytes + whole.length;
    const char *found = instr != NULL ? strstr(whole.bytes, instr + 2) : NULL;
    int line = found != NULL ? count_lines(whole.bytes, found) : 0;
    int first = line > most / 2 ? line - most / 2 : 0;
    const char *from = skip_lines(whole.bytes, first), *to = skip_lines(from, most);
    print_left_out(out, first);
    text_add(out, from, (size_t)(to - from));
    print_left_out(out, count_lines(to, end));
    text_free(&whole);
}

void ir_print_instr(Text *out, const IrKernel *kernel, const IrInstr *instr)
{
    Printer printer = {.out = out, .kernel = kernel};
    if (ir_is(instr, OP_REGION))
        print_construct_head(&printer, instr);
    else
        print_simple(&printer, instr);
}

const char *ir_instr_text(Arena *arena, const IrKernel *kernel, const IrInstr *instr)
{
    Text text = {0};
    ir_print_instr(&text, kernel, instr);
    const char *copy = arena_copy_text(arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}
