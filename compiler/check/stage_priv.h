/* check's top floor: the entry point, and what needs the whole program. */
#ifndef WAVECC_CHECK_STAGE_PRIV_H
#define WAVECC_CHECK_STAGE_PRIV_H

#include "core_priv.h"

/* instantiations.c */
void instantiate_explicitly(Checker *checker); /* what the file asks for, once all is declared */

/* reached.c */
enum { GROUPSHARED_LIMIT = 32768 }; /* bytes, unless [GroupSharedLimit] says otherwise */
void check_recursion(Checker *checker); /* HLSL functions must not recurse */
void check_const_calls(Checker *checker); /* what they call changes no object; once all bodies are checked */
void list_groupshared(Checker *checker, Candidate *entry);

/* audit.c */
/* Reports an internal fault where what the entry point reaches lacks something that its source
 * has; for a program with no errors. */
void audit_program(Checker *checker);

/* root_signature.c */
/* What root signatures say of samplers. After the registers are assigned. */
void apply_static_samplers(Checker *checker);

/* entry.c */
void entry_add_report(Checker *checker); /* of a unit test; before anything is checked */
void entry_finish(Checker *checker);

#endif
