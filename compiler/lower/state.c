/* What every floor needs of a lowering: refusing, and moving through regions. */
#include "lower/state_priv.h"

void lower_unsupported(Lower *l, const char *what, const char *why)
{
    diag_report(l->diagnostics, l->builder.pos, DIAG_lower_not_supported, what, why);
    l->failed = true;
}

Cursor cursor_enter(Lower *l, IrRegion *region)
{
    Cursor cursor = {l->builder, l->dead};
    l->builder.region = region;
    l->builder.before = NULL;
    l->dead = false;
    return cursor;
}

bool cursor_leave(Lower *l, Cursor cursor)
{
    bool reached = !l->dead;
    ir_close_region(l->kernel, l->builder.region);
    l->builder = cursor.builder;
    l->dead = cursor.dead;
    return reached;
}

void cursor_jump(Lower *l, IrOp op, IrInstr *target)
{
    ir_jump(&l->builder, op, target, NULL, 0);
    l->dead = true;
}
