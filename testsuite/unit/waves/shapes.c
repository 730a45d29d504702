/* The control shapes: as IR, and as what they mean for one thread. */
#include "waves.h"

#define BUILDER(build) (&(build)->builder)

static IrInstr *number(WavesBuild *build, int32_t value) { return ir_const_i32(BUILDER(build), value); }
static IrInstr *op2(WavesBuild *build, IrOp op, IrInstr *left, IrInstr *right) { return IR_BUILD(BUILDER(build), op, left, right); }

/* Bit `bit` of `which`, counted from a number or a value. */
static IrInstr *which_bit(WavesBuild *build, IrInstr *bit)
{
    IrInstr *shifted = op2(build, IR_iand, op2(build, IR_ushr, build->which, bit), number(build, 1));
    return op2(build, IR_ine, shifted, number(build, 0));
}

static IrInstr *which_modulo(WavesBuild *build, int32_t divisor) { return op2(build, IR_urem, build->which, number(build, divisor)); }

static void go_to(WavesBuild *build, IrRegion *region) { build->builder = ir_builder_at_end(build->kernel, region); }

static void jump(WavesBuild *build, IrOp op, IrInstr *target, IrInstr *value)
{
    ir_jump(BUILDER(build), op, target, &value, value != NULL);
}

/* Opens `if condition {`; close_if goes on behind it. A side without a jump gets a yield. */
static IrInstr *open_if(WavesBuild *build, IrInstr *condition, int side, IrBuilder *behind)
{
    IrInstr *branch = ir_if(BUILDER(build), condition);
    *behind = build->builder;
    go_to(build, branch->regions[side]);
    return branch;
}

static void close_if(WavesBuild *build, IrInstr *branch, const IrBuilder *behind)
{
    ir_close_region(build->kernel, branch->regions[0]);
    ir_close_region(build->kernel, branch->regions[1]);
    build->builder = *behind;
}

static void jump_if(WavesBuild *build, IrInstr *condition, IrOp op, IrInstr *target, IrInstr *value)
{
    IrBuilder behind;
    IrInstr *branch = open_if(build, condition, 0, &behind);
    jump(build, op, target, value);
    close_if(build, branch, &behind);
}

/* loop (i = 0) { ...; the current place is in it. */
static IrInstr *open_loop(WavesBuild *build, IrBuilder *behind)
{
    IrInstr *zero = number(build, 0), *loop = ir_loop(BUILDER(build));
    ir_add_parameter(build->kernel, loop, ir_scalar(IR_I32), zero);
    *behind = build->builder;
    go_to(build, loop->regions[0]);
    return loop;
}

static IrInstr *next_turn(WavesBuild *build, const IrInstr *loop) { return op2(build, IR_iadd, loop->parameters[0], number(build, 1)); }

/* ---- the shapes ---- */

static void build_straight(WavesBuild *build) { waves_build_body(build); }

static bool runs_always(uint32_t which, int lane, int wave_size, int turn)
{
    (void)which, (void)lane, (void)wave_size, (void)turn;
    return true;
}

static void build_if(WavesBuild *build, IrInstr *condition, int side)
{
    IrBuilder behind;
    IrInstr *branch = open_if(build, condition, side, &behind);
    waves_build_body(build);
    close_if(build, branch, &behind);
}

static void build_then(WavesBuild *build) { build_if(build, which_bit(build, number(build, 0)), 0); }
static void build_else(WavesBuild *build) { build_if(build, which_bit(build, number(build, 0)), 1); }

static bool runs_then(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size, (void)turn;
    return which & 1;
}

static bool runs_else(uint32_t which, int lane, int wave_size, int turn) { return !runs_then(which, lane, wave_size, turn); }

/* do BODY while (++i < 1 + which % 4) */
static void build_trip_counts(WavesBuild *build)
{
    IrBuilder behind;
    IrInstr *loop = open_loop(build, &behind);
    waves_build_body(build);
    IrInstr *next = next_turn(build, loop);
    jump_if(build, op2(build, IR_ult, which_modulo(build, 4), next), IR_break, loop, NULL);
    jump(build, IR_continue, loop, next);
    build->builder = behind;
}

static bool runs_trip_counts(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size;
    return turn < 1 + (int)(which % 4);
}

/* for (i = 0;; i++) { if (i == which % 3) break; BODY } */
static void build_after_break(WavesBuild *build)
{
    IrBuilder behind;
    IrInstr *loop = open_loop(build, &behind);
    jump_if(build, op2(build, IR_ieq, loop->parameters[0], which_modulo(build, 3)), IR_break, loop, NULL);
    waves_build_body(build);
    jump(build, IR_continue, loop, next_turn(build, loop));
    build->builder = behind;
}

static bool runs_after_break(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size;
    return turn < (int)(which % 3);
}

/* for (i = 0; i < 3; i++) { if (which >> i & 1) continue; BODY } */
static void build_after_continue(WavesBuild *build)
{
    IrBuilder behind;
    IrInstr *loop = open_loop(build, &behind), *next = next_turn(build, loop);
    jump_if(build, op2(build, IR_ieq, next, number(build, 4)), IR_break, loop, NULL);
    jump_if(build, which_bit(build, loop->parameters[0]), IR_continue, loop, next);
    waves_build_body(build);
    jump(build, IR_continue, loop, next);
    build->builder = behind;
}

static bool runs_after_continue(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size;
    return !(which >> turn & 1);
}

static void build_after_return(WavesBuild *build)
{
    jump_if(build, op2(build, IR_ieq, which_modulo(build, 3), number(build, 0)), IR_return, NULL, NULL);
    waves_build_body(build);
}

static bool runs_after_return(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size, (void)turn;
    return which % 3 != 0;
}

/* switch (which % 4) { case 0: break; case 2: BODY; break; default: } */
static void build_switch(WavesBuild *build)
{
    IrInstr *scope = ir_scope(BUILDER(build)), *value, *branch;
    IrBuilder behind_scope = build->builder, behind;
    go_to(build, scope->regions[0]);
    value = which_modulo(build, 4);
    jump_if(build, op2(build, IR_ieq, value, number(build, 0)), IR_break, scope, NULL);
    branch = open_if(build, op2(build, IR_ieq, value, number(build, 2)), 0, &behind);
    waves_build_body(build);
    jump(build, IR_break, scope, NULL);
    close_if(build, branch, &behind);
    jump(build, IR_yield, NULL, NULL);
    build->builder = behind_scope;
}

static bool runs_switch(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size, (void)turn;
    return which % 4 == 2;
}

/* if (which & 1) for (i = 0; i < 2; i++) if (which >> i & 2) BODY */
static void build_nested(WavesBuild *build)
{
    IrBuilder behind_if, behind_loop, behind;
    IrInstr *outer = open_if(build, which_bit(build, number(build, 0)), 0, &behind_if);
    IrInstr *loop = open_loop(build, &behind_loop), *next = next_turn(build, loop);
    IrInstr *inner = open_if(build, which_bit(build, next), 0, &behind);
    waves_build_body(build);
    close_if(build, inner, &behind);
    jump_if(build, op2(build, IR_ieq, next, number(build, 2)), IR_break, loop, NULL);
    jump(build, IR_continue, loop, next);
    build->builder = behind_loop;
    close_if(build, outer, &behind_if);
}

static bool runs_nested(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size;
    return (which & 1) && (which >> turn & 2);
}

static void build_one_lane(WavesBuild *build)
{
    IrInstr *lane = ir_build(BUILDER(build), IR_lane_index, NULL, 0);
    build_if(build, op2(build, IR_ieq, lane, number(build, build->kernel->wave_size - 2)), 0);
}

static bool runs_one_lane(uint32_t which, int lane, int wave_size, int turn)
{
    (void)which, (void)turn;
    return lane == wave_size - 2;
}

/* for (i = 0; i != which % 3; i++) if (which & 1) continue; BODY: all lanes come together before it. */
static void build_reconverged(WavesBuild *build)
{
    IrBuilder behind;
    IrInstr *loop = open_loop(build, &behind), *next = next_turn(build, loop);
    jump_if(build, op2(build, IR_ieq, loop->parameters[0], which_modulo(build, 3)), IR_break, loop, NULL);
    jump_if(build, which_bit(build, number(build, 0)), IR_continue, loop, next);
    jump(build, IR_continue, loop, next);
    build->builder = behind;
    waves_build_body(build);
}

/* if (which & 1) f(): void f() { if (which & 2) return; BODY } */
static void build_called(WavesBuild *build)
{
    IrBuilder behind_if, behind_call;
    IrInstr *branch = open_if(build, which_bit(build, number(build, 0)), 0, &behind_if), *call = ir_scope(BUILDER(build));
    behind_call = build->builder;
    go_to(build, call->regions[0]);
    jump_if(build, which_bit(build, number(build, 1)), IR_break, call, NULL);
    waves_build_body(build);
    jump(build, IR_yield, NULL, NULL);
    build->builder = behind_call;
    close_if(build, branch, &behind_if);
}

static bool runs_called(uint32_t which, int lane, int wave_size, int turn)
{
    (void)lane, (void)wave_size, (void)turn;
    return (which & 3) == 1;
}

/* if (1000 < which): no thread's is */
static void build_none(WavesBuild *build) { build_if(build, op2(build, IR_ult, number(build, 1000), build->which), 0); }

static bool runs_never(uint32_t which, int lane, int wave_size, int turn)
{
    (void)which, (void)lane, (void)wave_size, (void)turn;
    return false;
}

const ControlShape WAVES_SHAPES[] = {
    {"straight", build_straight, runs_always, 1, false},
    {"then", build_then, runs_then, 1, false},
    {"else", build_else, runs_else, 1, false},
    {"trip_counts", build_trip_counts, runs_trip_counts, 4, false},
    {"after_break", build_after_break, runs_after_break, 2, false},
    {"after_continue", build_after_continue, runs_after_continue, 3, false},
    {"after_return", build_after_return, runs_after_return, 1, false},
    {"switch", build_switch, runs_switch, 1, false},
    {"nested", build_nested, runs_nested, 2, false},
    {"partial", build_straight, runs_always, 1, true},
    {"partial_nested", build_nested, runs_nested, 2, true},
    {"one_lane", build_one_lane, runs_one_lane, 1, false},
    {"no_lane", build_none, runs_never, 1, false},
    {"reconverged", build_reconverged, runs_always, 1, false},
    {"called", build_called, runs_called, 1, false},
};
const int WAVES_SHAPE_COUNT = COUNT_OF(WAVES_SHAPES);

int waves_thread_count(const ControlShape *shape, int wave_size)
{
    return WAVES_PER_GROUP * wave_size - (shape->is_partial ? wave_size / 2 + 1 : 0);
}
