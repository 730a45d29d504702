/* What is known of a struct besides its type: the scope of its members, and whether it is
 * complete. */
#include "scopes_priv.h"

StructInfo *struct_info(const Checker *checker, const Type *type)
{
    return type->kind == TYPE_STRUCT ? map_find(&checker->structs, type) : NULL;
}

int struct_find_field(const Type *type, Name name)
{
    for (int i = type->field_count - 1; i >= 0; i--) /* a derived struct's field hides its
                                                        base's */
        if (type->fields[i].name == name)
            return i;
    return -1;
}

Symbol *struct_find_member(Checker *checker, const Type *type, Name name, const Type **owner)
{
    for (const Type *at = type; at != NULL; at = at->base) {
        type_finish(checker, at);
        StructInfo *info = struct_info(checker, at);
        Symbol *symbol = info != NULL ? map_find(&info->scope->symbols, name) : NULL;
        if (symbol != NULL) {
            *owner = at;
            return symbol;
        }
    }
    return NULL;
}

void type_finish(Checker *checker, const Type *type)
{
    StructInfo *info = struct_info(checker, type_array_base(type));
    if (info != NULL && info->finish != NULL)
        info->finish(checker, info);
}

bool type_is_incomplete(Checker *checker, const Type *type)
{
    type_finish(checker, type);
    StructInfo *info = struct_info(checker, type_array_base(type));
    return info != NULL && !info->is_complete;
}

bool report_incomplete(Checker *checker, SourcePos pos, const Type *type)
{
    bool is_incomplete = type_is_incomplete(checker, type);
    if (is_incomplete)
        diag_report(checker->diagnostics, pos, DIAG_incomplete_type, type_array_base(type));
    return is_incomplete;
}

Name operator_name(Checker *checker, AstOp op)
{
    char text[24];
    snprintf(text, sizeof text, "operator%s", ast_op_spelling(op));
    return names_intern_text(checker->names, text);
}
