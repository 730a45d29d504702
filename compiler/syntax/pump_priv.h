/* What the three files of the token pump share. */
#ifndef WAVECC_PUMP_PRIV_H
#define WAVECC_PUMP_PRIV_H

#include "syntax_priv.h"

/* ---- pump_brackets.c ---- */

/* Every token goes out through this: it keeps what the next one depends on. */
static inline PumpedToken pump_give(Pump *pump, TokenKind kind, const Token *token)
{
    pump->last = kind;
    if (!is_qualifier(kind))
        pump->after_type = false;
    return (PumpedToken){kind, token};
}

static inline bool is_type_symbol(const Symbol *symbol) /* NULL is none */
{
    return symbol != NULL && (symbol->class == SYMBOL_TYPE || symbol->class == SYMBOL_TEMPLATE_TYPE);
}

static inline Bracket *pump_top(Pump *pump) /* NULL if none is open */
{
    return pump->brackets.count > 0 ? &pump->brackets.items[pump->brackets.count - 1] : NULL;
}

static inline bool pump_top_is(Pump *pump, BracketKind kind) { return pump->brackets.count > 0 && pump_top(pump)->kind == kind; }
Bracket *pump_open(Pump *pump, BracketKind kind, const Token *token);
void pump_close(Pump *pump, BracketKind kind); /* if it is the innermost, but for angles */
/* Closes the scopes of declarations that end here, by `;` or `}`. */
void pump_end_declarations(Pump *pump);
/* The scope of the declaration that is being read: of its template parameters and parameters. */
Scope *pump_declaration_scope(Pump *pump);
/* After `template <...>`: the name to come is the template's. Asked once. */
bool pump_takes_template_name(Pump *pump);

/* From the < at `open`: the index after its >, or -1 if it is a less-than for all one can see. */
int pump_find_angle_end(const Pump *pump, int open);
bool pump_begins_type(const Pump *pump, const Token *token);
/* The < after the token given out next opens template arguments. */
void pump_expect_angle(Pump *pump, bool ends_type);
typedef enum Knowledge { IS_TEMPLATE, MAYBE_TEMPLATE } Knowledge;
/* name < ... : of a function template or a method? Then what follows the > is a call's (. */
bool pump_opens_call_arguments(const Pump *pump, Knowledge knowledge);

/* ---- pump_names.c ---- */

PumpedToken pump_name(Pump *pump, const Token *token);
PumpedToken pump_member(Pump *pump, const Token *token); /* after a dot */
PumpedToken pump_typename(Pump *pump, const Token *token);
PumpedToken pump_sign(Pump *pump, const Token *token); /* signed, unsigned */

#endif
