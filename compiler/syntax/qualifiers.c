/* Which declarations can have which qualifiers, by qualifier.def. What depends on types, check judges. */
#include "build_priv.h"
#include "lex_priv.h"

enum { /* bits: where declarations stand */
    GLOBAL = 1 << 0, LOCAL = 1 << 1, PARAMETER = 1 << 2, FIELD = 1 << 3, FUNCTION = 1 << 4,
    METHOD = 1 << 5, TYPEDEF = 1 << 6, STATIC_FIELD = 1 << 7, ANYWHERE = (1 << 8) - 1,
    BEHIND = 1 << 8
};

typedef struct Qualified {
    uint32_t bit, places;
    const char *words;
} Qualified;

static const Qualified QUALIFIED_TABLE[] = {
#define QUALIFIED(bit, words, places) {bit, places, words},
#define APART(one, other)
#include "qualifier.def"
};

static const uint32_t APART_TABLE[][2] = {
#define QUALIFIED(bit, words, places)
#define APART(one, other) {one, other},
#include "qualifier.def"
};

static const char *words_of(uint32_t bit)
{
    for (int i = 0; i < COUNT_OF(QUALIFIED_TABLE); i++)
        if (QUALIFIED_TABLE[i].bit == bit)
            return QUALIFIED_TABLE[i].words;
    return "";
}

static uint32_t place_bit(const AstDecl *decl, DeclPlace place)
{
    if (decl->kind == AST_TYPEDEF)
        return TYPEDEF;
    if (decl->kind == AST_FUNCTION)
        return place == PLACE_FIELD ? METHOD : FUNCTION;
    return place == PLACE_GLOBAL || place == PLACE_BLOCK ? GLOBAL
         : place == PLACE_LOCAL                          ? LOCAL
         : place != PLACE_FIELD                          ? PARAMETER
         : decl->qualifiers & AST_STATIC ? STATIC_FIELD
                                         : FIELD;
}

static const char *spell_place(uint32_t place)
{
    return place == TYPEDEF    ? "type"
         : place == FUNCTION   ? "function"
         : place == METHOD     ? "method"
         : place == GLOBAL     ? "global variable"
         : place == LOCAL      ? "local variable"
         : place == PARAMETER  ? "parameter"
                               : "field";
}

static void judge_behind(Builder *builder, const AstDecl *decl)
{
    for (int i = 0; i < COUNT_OF(QUALIFIED_TABLE); i++) {
        const Qualified *row = &QUALIFIED_TABLE[i];
        if ((decl->type->behind & row->bit) == 0 || (row->places & BEHIND) != 0)
            continue;
        diag_report(builder->context->diagnostics, decl->pos, DIAG_qualifier_behind_type,
                    row->words);
        return;
    }
}

static void judge(Builder *builder, const AstDecl *decl, uint32_t place)
{
    uint32_t wrong = 0; /* a qualifier is complained of once */
    const char *name = decl->name != NULL ? decl->name : "";
    for (int i = 0; i < COUNT_OF(QUALIFIED_TABLE); i++) {
        const Qualified *row = &QUALIFIED_TABLE[i];
        if ((decl->qualifiers & row->bit & ~wrong) == 0 || (row->places & place) != 0)
            continue;
        diag_report(builder->context->diagnostics, decl->pos, DIAG_qualifier_misplaced,
                    spell_place(place), name, row->words);
        wrong |= row->bit == AST_IN ? AST_IN | AST_OUT : row->bit;
    }
    if (decl->semantic != NULL && (place & (LOCAL | TYPEDEF)) != 0)
        diag_report(builder->context->diagnostics, decl->semantic_pos, DIAG_semantic_misplaced,
                    spell_place(place), name);
    for (int i = 0; i < COUNT_OF(APART_TABLE); i++) {
        uint32_t both = APART_TABLE[i][0] | APART_TABLE[i][1];
        if ((decl->qualifiers & both & ~wrong) != both)
            continue;
        diag_report(builder->context->diagnostics, decl->pos, DIAG_qualifiers_apart,
                    spell_place(place), name, words_of(APART_TABLE[i][0]),
                    words_of(APART_TABLE[i][1]));
        wrong |= both;
    }
}

/* In a cbuffer whatever stands there may have one, as in dxc: static variables and textures are none the less where they are. */
static void judge_packoffset(Builder *builder, const AstDecl *decl)
{
    for (const AstRegister *at = decl->registers; at != NULL; at = at->next)
        if (at->packoffset)
            diag_report(builder->context->diagnostics, at->pos, DIAG_packoffset_outside);
}

void judge_qualifiers(Builder *builder, const DeclList *decls, DeclPlace place)
{
    const AstType *judged = NULL; /* `float in a, b` */
    for (int i = 0; decls != NULL && i < decls->decls.count; i++) {
        const AstDecl *decl = decls->decls.items[i];
        if (decl->kind != AST_VARIABLE && decl->kind != AST_FUNCTION && decl->kind != AST_TYPEDEF)
            continue;
        judge(builder, decl, place_bit(decl, place));
        if (place != PLACE_BLOCK)
            judge_packoffset(builder, decl);
        if (decl->name != NULL && decl->type != judged)
            judge_behind(builder, decl);
        judged = decl->type;
    }
}

uint32_t build_qualifiers(Builder *builder, uint32_t before, const Token *token)
{
    uint32_t bits = token_infos[token->kind].qualifier;
    if ((before & bits & (AST_IN | AST_OUT)) != 0)
        diag_report(builder->context->diagnostics, token->pos, DIAG_direction_twice,
                    token_infos[token->kind].text);
    return before | bits;
}
