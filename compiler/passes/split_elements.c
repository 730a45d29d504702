/* split_elements: elements of eight words and more are loaded, and stored, by fours.
 *
 *     %4 = load_struct $In [%3, 0]            ; f32x8     %4 = load_struct $In [%3, 0]      ; f32x4
 *     %5 = extract %4 1                                   %5 = extract %4 1
 *     %6 = extract %4 5                           ->      %7 = load_struct $In [%3, 16]     ; f32x4
 *     store_struct $Out [%3, 0], ... eight words          %6 = extract %7 1
 *                                                         store_struct $Out [%3, 0], ... four
 *                                                         store_struct $Out [%3, 16], ... four
 *
 * Four words are what one instruction a lane takes, and a vector's quarter or half: a particle's place and its
 * velocity, float4 each, stay in the order of memory by themselves where what is done to their components is the
 * same (plan_in_order.c), for which both together are too many. Apart they are taken as they were. Not where lanes
 * lie anywhere: what finds them is done once for all words.
 *
 * Needs: uniformity; comes behind join_words. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum { WORDS = 4, MOST_PARTS = 4, MOST_OPERANDS = 3 + WORDS, LEAST_ROW = 4 };

typedef struct Parts {
    IrInstr *loads[MOST_PARTS];
} Parts;

static bool is_wide(const IrInstr *access)
{
    if (access->op != IR_load_struct && access->op != IR_store_struct)
        return false;
    IrType type = ir_accessed_type(access);
    IrShape shape = access->operands[1]->shape;
    bool are_fours = type.components > WORDS && type.components % WORDS == 0 && type.components <= WORDS * MOST_PARTS;
    bool are_words = op_scalar_bytes(type.scalar) == 4 && type.scalar != IR_I1;
    return shape.length >= LEAST_ROW && shape.stride != 0 && are_fours && are_words &&
           access->operands[2]->op == IR_const && !access->resource->is_coherent;
}

/* Row, index, and the part's place in the element. */
static void list_address(IrBuilder *builder, const IrInstr *access, int part, IrInstr **operands)
{
    operands[0] = access->operands[0];
    operands[1] = access->operands[1];
    operands[2] = ir_const_i32(builder, (int32_t)access->operands[2]->bits + 4 * WORDS * part);
}

static Parts split_load(IrKernel *kernel, IrInstr *load)
{
    Parts parts = {{NULL}};
    IrBuilder builder = ir_builder_before(kernel, load);
    IrType type = {load->type.scalar, WORDS};
    builder.pos = load->pos;
    for (int i = 0; i * WORDS < load->type.components; i++) {
        IrInstr *operands[MOST_OPERANDS];
        list_address(&builder, load, i, operands);
        parts.loads[i] = insert_access(&builder, load, load->op, type, operands, 3);
    }
    return parts;
}

static void split_store(IrKernel *kernel, IrInstr *store)
{
    IrBuilder builder = ir_builder_before(kernel, store);
    builder.pos = store->pos;
    for (int i = 0; 3 + i * WORDS < store->operand_count; i++) {
        IrInstr *operands[MOST_OPERANDS];
        list_address(&builder, store, i, operands);
        for (int k = 0; k < WORDS; k++)
            operands[3 + k] = store->operands[3 + i * WORDS + k];
        insert_access(&builder, store, store->op, store->type, operands, MOST_OPERANDS);
    }
    ir_remove(store);
}

/* Loads of which something wants more than single words stay. */
static bool *find_whole(const PassContext *context)
{
    bool *is_whole = ARENA_ARRAY(context->scratch, bool, context->kernel->next_id + 1);
    EACH_INSTR (context->kernel->body, instr)
        for (int i = 0; i < instr->operand_count; i++)
            is_whole[instr->operands[i]->id] |= instr->op != IR_extract;
    return is_whole;
}

bool pass_split_elements(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    uint32_t count = kernel->next_id + 1;
    const bool *is_whole = find_whole(context);
    Parts *parts = ARENA_ARRAY(context->scratch, Parts, count);
    bool changed = false;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        bool is_part = instr->op == IR_extract && instr->operands[0]->id < count &&
                       parts[instr->operands[0]->id].loads[0] != NULL;
        use_current_operands(instr);
        if (is_part) {
            IrBuilder builder = ir_builder_before(kernel, instr);
            int word = instr->component;
            instr->note = ir_extract(&builder, parts[instr->operands[0]->id].loads[word / WORDS], word % WORDS);
        } else if (instr->id < count && is_wide(instr) && !(instr->op == IR_load_struct && is_whole[instr->id])) {
            changed = true;
            if (instr->op == IR_load_struct)
                parts[instr->id] = split_load(kernel, instr);
            else
                split_store(kernel, instr);
        }
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
    return changed;
}
