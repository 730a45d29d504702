/* plan: what a command line means for a module, found before anything is loaded or run. */
#ifndef WCC_PLAN_H
#define WCC_PLAN_H

#include "command_line.h"

/* An Assign whose name is resolved and whose value is checked. */
typedef struct PlannedAssign {
    const Assign *typed;
    Slot slot;
    Constant constant; /* SET of a cbuffer's member */
    Extent extent;     /* SIZE */
    const TexelFormat *format; /* FORMAT; SIZE: NULL where it has none */
    uint64_t count;    /* COUNTER: the start value; PRINT: how many; MIPS: 0 for all */
} PlannedAssign;

/* One way of running an entry point. */
typedef struct Way {
    const WccVariant *variant;
    Schedule schedule;
} Way;

/* One run of an entry point. */
typedef struct Step {
    const StepOptions *options;
    const WccEntry *entry;
    Way way;
} Step;

typedef struct Plan {
    const CommandLine *line;
    PlannedAssign *assigns; /* line->assign_count of them */
    Step *steps;            /* line->step_count of them */
} Plan;

/* plan.c */

/* Resolves all names and checks all values. The plan is to be freed in any case, before the
 * command line. */
bool host_new_plan(Report *report, const WccModule *module, const CommandLine *line, Plan *plan);
void host_free_plan(Plan *plan);
/* Whether a file can be read, by its name; values in place are good. */
bool host_check_source_format(Report *report, const char *source);
/* Whether such a resource can be written to a file of this name. */
bool host_check_target_format(Report *report, const WccResourceInfo *info, const char *target);
/* Whether such a file holds several outputs, each under a name. */
bool host_is_archive(const char *target);
/* Of "@NAME=SOURCE", the source; NULL: there is none. */
const char *host_start_of(const char *value);
/* What applies to this row in this step (its own one hides that for all steps), or NULL. */
const PlannedAssign *host_find_assign(const Plan *plan, AssignKind kind, int step, uint32_t row);

#endif
