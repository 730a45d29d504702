/* Reads of resources: in them, a little beyond their ends, and anywhere. */
#include "generate_program_priv.h"

static bool is_texture(Fetch fetch) { return fetch >= FETCH_TEXELS && fetch <= FETCH_VOLUME; }

static Expr *coordinate(Generator *g, uint32_t size, int depth)
{
    if (gen_one_in(g, 5)) {
        Scalar kind = gen_one_in(g, 2) ? KIND_INT : KIND_UINT;
        return gen_typed(g, gen_value(g, gen_numbers(g, kind, 1), depth - 1));
    }
    return gen_draw_index(g, (int)(gen_one_in(g, 3) ? size + 3 : size), depth);
}

/* Aligned to a component of at most 32 bits; the last ones may begin in the buffer and end outside. */
static Expr *address(Generator *g, const Type *type, int depth)
{
    int own = SCALARS[type->scalar].bits / 8, bytes = own < 4 ? own : 4, size = (int)FETCHES[FETCH_BYTES].size[0];
    Expr *index = gen_draw_index(g, size / bytes + 3, depth);
    return gen_binary(g, "*", index, gen_integer(g, KIND_UINT, bytes), index->type);
}

static Expr *fetch_bytes(Generator *g, int depth)
{
    static const Scalar KINDS[] = {KIND_INT,   KIND_UINT,   KIND_UINT,
                                   KIND_INT16, KIND_UINT16, KIND_INT64, KIND_UINT64};
    Scalar kind = KINDS[gen_draw(g, COUNT_OF(KINDS))];
    Expr *expr = gen_node(g, FETCH, gen_numbers(g, kind, 1 + (int)gen_draw(g, 4)));
    expr->fetch = FETCH_BYTES;
    expr->is_method = kind == KIND_UINT && gen_one_in(g, 2);
    expr->arguments[expr->argument_count++] = address(g, expr->type, depth);
    return expr;
}

Expr *gen_fetch(Generator *g, int depth)
{
    Fetch fetch = (Fetch)gen_draw(g, FETCH_COUNT);
    const FetchRow *row = &FETCHES[fetch];
    if (fetch == FETCH_BYTES)
        return fetch_bytes(g, depth);
    Expr *expr = gen_node(g, FETCH, gen_numbers(g, KIND_INT, row->components));
    expr->fetch = fetch;
    expr->is_method = gen_one_in(g, 2);
    for (int i = 0; i < row->dimensions; i++)
        expr->arguments[expr->argument_count++] = coordinate(g, row->size[i], depth);
    if (expr->is_method && is_texture(fetch)) /* the level */
        expr->arguments[expr->argument_count++] =
            gen_one_in(g, 3) ? coordinate(g, 1, depth) : gen_integer(g, KIND_INT, 0);
    return expr;
}
