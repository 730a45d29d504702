/* The examples of op.def's operations (example.def): each is the operation's, verifies, and gives the value
 * written beside it. docs/ir.md shows them as the compiler prints them. */
#include <stdlib.h>

#include "files.h"
#include "ir/ir_priv.h"
#include "ir_test.h"

enum { THREADS = 8, VALUE_STRIDE = 64, UNTOUCHED = 0xa5 };

/* What the head says that the resources hold, and $Value by thread. */
typedef struct Memory {
    uint8_t values[THREADS][VALUE_STRIDE];
    int32_t params[4], typed[8], structs[8], raw[8], image[4];
    float picture[16], depth[4];
    uint32_t counter;
    IrEvalSampler sampler;
} Memory;

static Memory filled_memory(void)
{
    Memory memory = {.depth = {0.25f, 0.5f, 0.75f, 1}, .counter = 5};
    memset(memory.values, UNTOUCHED, sizeof memory.values);
    for (int i = 0; i < 8; i++) {
        memory.typed[i] = memory.structs[i] = memory.raw[i] = 10 * i;
        if (i < 4)
            memory.params[i] = memory.image[i] = 10 * i;
    }
    for (int i = 0; i < 16; i++)
        memory.picture[i] = (float)(i + 1);
    memory.sampler = (IrEvalSampler){.min_linear = true, .mag_linear = true, .mip_linear = true,
                                     .address = {IR_EVAL_CLAMP, IR_EVAL_CLAMP, IR_EVAL_CLAMP},
                                     .comparison = IR_EVAL_LESS_EQUAL, .max_level = 1000};
    return memory;
}

static IrEvalResource texture(void *texels, uint32_t stride)
{
    return (IrEvalResource){.data = texels, .width = 2, .height = 2, .depth = 1, .mips = 1, .stride = stride,
                            .row_pitch = 2 * stride, .slice_pitch = 4 * stride};
}

static IrEvalResource buffer(void *data, uint32_t width, uint32_t stride)
{
    return (IrEvalResource){.data = data, .width = width, .height = 1, .depth = 1, .mips = 1, .stride = stride};
}

static bool evaluate(Arena *arena, const IrKernel *kernel, Memory *memory, const char **error)
{
    IrEvalResource resources[] = {
        buffer(memory->values, THREADS, VALUE_STRIDE), buffer(memory->params, 16, 0),
        buffer(memory->typed, 8, 4), buffer(memory->structs, 4, 8), buffer(memory->raw, 32, 0),
        texture(memory->image, 4), texture(memory->picture, 16), texture(memory->depth, 4),
        {.data = (uint8_t *)&memory->sampler},
    };
    resources[3].counter = &memory->counter;
    return ir_evaluate(arena, kernel, resources, (const uint32_t[]){1, 1, 1}, error);
}

static IrKernel *read_example(Arena *arena, const char *text)
{
    return read_kernel(arena, arena_printf(arena, "%s%s\n  yield\n}\n", OP_EXAMPLE_HEAD, text));
}

static int count_op(const IrKernel *kernel, IrOp op)
{
    int count = 0;
    EACH_INSTR (kernel->body, instr) {
        count += instr->op == op;
        EACH_PHI (instr, phi)
            count += phi->op == op;
    }
    return count;
}

/* What the example's last line defines; NULL: nothing. */
static IrInstr *last_value(const IrKernel *kernel)
{
    IrInstr *last = kernel->body->last->prev;
    if (last->result_count > 0)
        return last->results[0];
    return last->type.scalar != IR_VOID ? last : NULL;
}

static int bytes_of(IrType type)
{
    return type.scalar == IR_I1 ? 4 : op_scalar_bytes(type.scalar);
}

/* Each thread stores the value in its element of $Value; what is one for the group in the first. */
static void store_value(IrKernel *kernel, IrInstr *value)
{
    IrBuilder builder = ir_builder_before(kernel, kernel->body->last);
    bool is_one = ir_contains_op(kernel->body, IR_wave_loop);
    IrInstr *zero = ir_const_i32(&builder, 0);
    IrInstr *thread = is_one ? zero : ir_build(&builder, IR_group_index, NULL, 0);
    for (int i = 0; i < value->type.components; i++) {
        IrInstr *offset = ir_const_i32(&builder, i * bytes_of(value->type));
        IrInstr *stored = ir_extract(&builder, value, i);
        if (value->type.scalar == IR_I1)
            stored = IR_BUILD_TYPED(&builder, IR_zext, IR_I32, stored);
        IrInstr *store = IR_BUILD(&builder, IR_store_struct, zero, thread, offset, stored);
        store->resource = kernel->resources.items[0];
    }
}

/* (1.5, 2.5), or - where the thread stored nothing */
static void print_thread(Text *out, IrType type, const uint8_t *bytes)
{
    int size = bytes_of(type);
    bool stored = false;
    for (int i = 0; i < size; i++)
        stored |= bytes[i] != UNTOUCHED;
    for (int i = 0; i < type.components && stored; i++) {
        uint64_t bits = 0;
        memcpy(&bits, bytes + i * size, (size_t)size);
        text_printf(out, i > 0 ? ", " : type.components > 1 ? "(" : "");
        ir_print_constant(out, type.scalar, bits);
    }
    text_printf(out, !stored ? "-" : type.components > 1 ? ")" : "");
}

/* One for all threads, or of each. */
static char *print_values(const IrKernel *kernel, const Memory *memory, IrType type)
{
    Text text = {0};
    bool differ = false;
    for (int thread = 1; thread < THREADS; thread++)
        differ |= memcmp(memory->values[0], memory->values[thread], VALUE_STRIDE) != 0;
    differ &= !ir_contains_op(kernel->body, IR_wave_loop);
    for (int thread = 0; thread < (differ ? THREADS : 1); thread++) {
        text_printf(&text, thread > 0 ? " " : "");
        print_thread(&text, type, memory->values[thread]);
    }
    return text.bytes;
}

static void run_example(Arena *arena, IrOp op, const OpExample *example)
{
    const char *name = op_info(op)->name, *error;
    IrKernel *kernel = read_example(arena, example->text);
    Memory memory = filled_memory();
    IrInstr *value = last_value(kernel);
    if (value != NULL)
        store_value(kernel, value);
    const char *complaint = ir_verify(arena, kernel);
    if (complaint)
        fail_msg("%s: %s", name, complaint);
    if (!evaluate(arena, kernel, &memory, &error))
        fail_msg("%s: %s", name, error);
    char *given = value != NULL ? print_values(kernel, &memory, value->type) : NULL;
    if (strcmp(given != NULL ? given : "", example->value) != 0)
        fail_msg("%s: it gives '%s', not '%s'", name, given != NULL ? given : "", example->value);
    free(given);
}

TEST(every_operation_has_an_example_that_shows_it)
{
    Arena *arena = arena_new("test");
    const IrKernel *head = read_example(arena, "");
    for (int op = 0; op < IR_OP_COUNT; op++) {
        const OpExample *example = &OP_EXAMPLES[OP_EXAMPLES[op].shown_by];
        if (OP_EXAMPLES[op].text == NULL || example->text[0] == '\0')
            fail_msg("%s has no example", op_info((IrOp)op)->name);
        /* the head and the text's end have some */
        if (count_op(read_example(arena, example->text), (IrOp)op) <= count_op(head, (IrOp)op) && op != IR_yield)
            fail_msg("%s is not in its example", op_info((IrOp)op)->name);
    }
    arena_drop(arena);
}

TEST(every_operation_says_what_it_is)
{
    for (int op = 0; op < IR_OP_COUNT; op++)
        if (op_info((IrOp)op)->text[0] == '\0')
            fail_msg("%s", op_info((IrOp)op)->name);
}

TEST(every_example_gives_the_value_that_is_written_beside_it)
{
    Arena *arena = arena_new("test");
    for (int op = 0; op < IR_OP_COUNT; op++)
        if (OP_EXAMPLES[op].shown_by == (IrOp)op)
            run_example(arena, (IrOp)op, &OP_EXAMPLES[op]);
    arena_drop(arena);
}

TEST(the_operations_of_the_ir_document_are_those_of_op_def)
{
    Text wanted = {0};
    op_list(&wanted);
    if (!file_has_table("docs/ir.md", "<!-- wavecc --list-operations -->\n", wanted.bytes))
        fail_msg("make docs writes them anew");
    text_free(&wanted);
}
