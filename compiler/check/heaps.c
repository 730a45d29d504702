/* ResourceDescriptorHeap and SamplerDescriptorHeap (Shader Model 6.6, "Dynamic Resources"):
 * resources that are chosen by an index into the heap. What [] gives has no type until it is
 * converted to a resource type:
 *
 *     RWBuffer<uint> out = ResourceDescriptorHeap[i];
 *
 * Each such type becomes a hidden unbounded array, "ResourceDescriptorHeap<RWBuffer<uint>>" at
 * register 0 of HEAP_SPACE, and the conversion its element i. */
#include "conversions_priv.h"

static const char *const HEAP_NAMES[] = {[DESCRIPTOR_RESOURCE] = "ResourceDescriptorHeap",
                                         [DESCRIPTOR_SAMPLER] = "SamplerDescriptorHeap"};

bool is_heap_name(Name name)
{
    return strcmp(name, HEAP_NAMES[DESCRIPTOR_RESOURCE]) == 0 ||
           strcmp(name, HEAP_NAMES[DESCRIPTOR_SAMPLER]) == 0;
}

Expr *build_descriptor(Checker *checker, Name heap, Expr *index, SourcePos pos)
{
    bool is_sampler = strcmp(heap, HEAP_NAMES[DESCRIPTOR_SAMPLER]) == 0;
    const Type *type = type_descriptor(checker,
                                       is_sampler ? DESCRIPTOR_SAMPLER : DESCRIPTOR_RESOURCE);
    Expr *descriptor = expr_new(checker, EXPR_CONVERT, type, pos);
    descriptor->left = index;
    return descriptor;
}

/* The hidden array's variable, made at its first use. */
static Variable *heap_array(Checker *checker, DescriptorHeap heap, const Type *resource,
                            SourcePos pos)
{
    Variable *variable = map_find(&checker->heaps, resource);
    if (variable != NULL)
        return variable;
    const char *spelling = arena_printf(checker->arena, "%s<%s>", HEAP_NAMES[heap],
                                        type_spelling(resource));
    const Type *array = type_array(checker, resource, -1);
    variable = variable_new(checker, names_intern_text(checker->names, spelling), array, pos,
                            STORAGE_RESOURCE);
    variable->resource = new_resource(checker, variable->name, array, pos);
    variable->resource->register_index = 0;
    variable->resource->space = HEAP_SPACE;
    variable->index = checker->variable_count++;
    register_resource(checker, variable->resource, NULL);
    map_put(checker->arena, &checker->heaps, resource, variable);
    return variable;
}

/* The index of a descriptor, of c ? Heap[i] : Heap[j] too. */
static Expr *descriptor_index(Checker *checker, Expr *descriptor)
{
    if (descriptor->kind == EXPR_CONVERT)
        return descriptor->left;
    Expr *copy = ARENA_NEW(checker->arena, Expr); /* CONDITIONAL or COMMA */
    *copy = *descriptor;
    if (copy->kind == EXPR_CONDITIONAL)
        copy->middle = descriptor_index(checker, descriptor->middle);
    copy->right = descriptor_index(checker, descriptor->right);
    copy->type = copy->right->type;
    return copy;
}

Expr *build_descriptor_resource(Checker *checker, Expr *descriptor, const Type *resource)
{
    DescriptorHeap heap = descriptor->type == type_descriptor(checker, DESCRIPTOR_SAMPLER)
                            ? DESCRIPTOR_SAMPLER
                            : DESCRIPTOR_RESOURCE;
    Expr *array = expr_variable(checker, heap_array(checker, heap, resource, descriptor->pos),
                                descriptor->pos);
    return expr_index(checker, array, descriptor_index(checker, descriptor), resource,
                      descriptor->pos);
}

Expr *discard_descriptor(Checker *checker, Expr *expr)
{
    return expr->type->kind == TYPE_DESCRIPTOR ? descriptor_index(checker, expr) : expr;
}
