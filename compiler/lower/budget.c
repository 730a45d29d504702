/* What a kernel may cost the compiler, in one place. All calls are inlined and values are taken
 * apart into their numbers, so that a short source can ask for more code than any machine holds,
 * and for a deeper recursion than the stack. Who goes past a limit is told the construct, and
 * lowering ends there. */
#include "lower/state_priv.h"

#include <sys/resource.h>

enum {
    MOST_NUMBERS = 1 << 16,    /* of a value: each is an instruction or more */
    MOST_OPERATIONS = 1 << 22, /* of a kernel, some 100 bytes each */
    STACK_UNKNOWN = 8 << 20    /* bytes, where the system names no limit */
};

static size_t stack_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > STACK_UNKNOWN)
        return STACK_UNKNOWN;
    return limit.rlim_cur;
}

void budget_begin(Budget *budget)
{
    char here;
    budget->stack_start = &here;
    budget->stack_bytes = stack_limit() / 2; /* passes need theirs, too */
}

static _Noreturn void give_up(Lower *l)
{
    l->failed = true;
    longjmp(l->budget.exit, 1);
}

void budget_check_stack(Lower *l, const char *construct)
{
    char here;
    size_t used = (size_t)(l->budget.stack_start > &here ? l->budget.stack_start - &here
                                                         : &here - l->budget.stack_start);
    if (used <= l->budget.stack_bytes)
        return;
    diag_report(l->diagnostics, l->builder.pos, DIAG_calls_too_deep, construct);
    give_up(l);
}

void budget_check(Lower *l, const char *construct)
{
    budget_check_stack(l, construct);
    if (l->kernel->next_id <= MOST_OPERATIONS)
        return;
    diag_report(l->diagnostics, l->builder.pos, DIAG_code_too_large, construct, MOST_OPERATIONS);
    give_up(l);
}

void budget_check_value(Lower *l, const Type *type, int numbers)
{
    if (numbers <= MOST_NUMBERS)
        return;
    diag_report(l->diagnostics, l->builder.pos, DIAG_value_too_large, type, numbers, MOST_NUMBERS);
    give_up(l);
}
