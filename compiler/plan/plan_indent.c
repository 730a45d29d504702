/* Which steps others stand inside. */
#include "plan.h"

PlanIndent plan_step_indent(PlanStepKind kind)
{
#define SAME STEP_SAME
#define OPENS STEP_OPENS
#define CLOSES STEP_CLOSES
#define BETWEEN STEP_BETWEEN
#define STEP(name, indent, shows, text) [STEP_##name] = indent,
    static const PlanIndent INDENTS[] = {
#include "step.def"
    };
#undef STEP
#undef SAME
#undef OPENS
#undef CLOSES
#undef BETWEEN
    return INDENTS[kind];
}
