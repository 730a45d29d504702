/* Which of two function templates says more of what it takes. */
#include "conversions_priv.h"

#include <limits.h>

int template_parameter_named(const AstDecl *decl, const AstPath *path)
{
    for (int i = 0; i < decl->template_param_count && path->count == 1; i++)
        if (decl->template_params[i].name == path->parts[0])
            return i;
    return -1;
}

/* How much a parameter says of the types that it takes: nothing, if it is `T`. */
static int says(const AstDecl *decl, const AstType *pattern)
{
    if (pattern->kind != AST_TYPE_NAMED)
        return 1;
    if (!pattern->has_arguments)
        return template_parameter_named(decl, &pattern->name) < 0;
    int sum = 1;
    for (int i = 0; i < pattern->argument_count; i++) {
        const AstTemplateArg *argument = &pattern->arguments[i];
        const AstExpr *value = argument->value;
        bool is_open = value != NULL && value->kind == AST_NAME &&
                       template_parameter_named(decl, &value->path) >= 0;
        sum += argument->type != NULL ? says(decl, argument->type) : !is_open;
    }
    return sum;
}

/* C++'s [temp.func.order] for what HLSL can say: no parameter says less, and one says more, or
 * fewer template parameters say the same. */
bool template_says_more(const AstDecl *left, const AstDecl *right)
{
    int more = right->template_param_count - left->template_param_count;
    if (left->parameter_count != right->parameter_count)
        return false;
    for (int i = 0; i < left->parameter_count; i++) {
        const AstDecl *ours = left->parameters[i], *theirs = right->parameters[i];
        int extra = (says(left, ours->type) + ours->extent_count) -
                    (says(right, theirs->type) + theirs->extent_count);
        if (extra < 0)
            return false;
        more = extra > 0 ? INT_MAX : more;
    }
    return more > 0;
}
