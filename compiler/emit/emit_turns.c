/* What an access seldom does, for one piece after the other (plan_rare.c). The loop has copies of
 * the arrays that it reads and writes, by their names, so that these stay in registers:
 *
 *     f32x8 turn_v5[4], turn_v9[4];
 *     WCC_PIECES(4) turn_v5[p] = v5[p];
 *     {
 *         f32x8 *const v5 = turn_v5, *const v9 = turn_v9;
 *         WCC_PIECES_IN_TURN(4) { ... v9[p] = ... v5[p] ... }
 *     }
 *     WCC_PIECES(4) v9[p] = turn_v9[p];
 */
#include "emit_access.h"

static IrScalar scalar_of(PlanVector read) { return read.value->type.scalar; }

static const char *name_of(Emitter *emitter, PlanVector read)
{
    return emit_name(emitter, read.value, read.component);
}

static void copy_in(Emitter *emitter, const char *type, const char *name)
{
    emit_line(emitter, "%s turn_%s[%P];", type, name);
    emit_each_piece(emitter, "turn_%s[p] = %s[p];", name, name);
}

static void rename_copy(Emitter *emitter, const char *type, const char *name)
{
    emit_line(emitter, "%s *const %s = turn_%s;", type, name, name);
}

static void each_read(Emitter *emitter, const PlanAccess *planned,
                      void (*write)(Emitter *, const char *, const char *))
{
    for (int i = 0; i < planned->rare_reads.count; i++) {
        PlanVector read = planned->rare_reads.items[i];
        write(emitter, emit_format(emitter, "%v", scalar_of(read)), name_of(emitter, read));
    }
    if (planned->mask != 0)
        write(emitter, emit_format(emitter, "i32x%l"), emit_format(emitter, "%m", planned->mask));
}

void emit_begin_turns(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    if (!planned->is_rare_in_turn)
        return;
    IrScalar loaded = access->instr->type.scalar;
    each_read(emitter, planned, copy_in);
    for (int c = 0; c < planned->components && !planned->is_store; c++)
        emit_line(emitter, "%v turn_%s[%P];", loaded, emit_name(emitter, access->instr, c));
    emit_open(emitter, "{");
    each_read(emitter, planned, rename_copy);
    for (int c = 0; c < planned->components && !planned->is_store; c++)
        rename_copy(emitter, emit_format(emitter, "%v", loaded),
                    emit_name(emitter, access->instr, c));
    emitter->is_in_turn = true;
}

void emit_end_turns(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    if (!planned->is_rare_in_turn)
        return;
    emitter->is_in_turn = false;
    emit_close(emitter);
    for (int c = 0; c < planned->components && !planned->is_store; c++) {
        const char *name = emit_name(emitter, access->instr, c);
        emit_each_piece(emitter, "%s[p] = turn_%s[p];", name, name);
    }
}
