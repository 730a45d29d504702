/* module: a compiled module's tables by name, and what is bound to their rows. */
#ifndef WCC_MODULE_H
#define WCC_MODULE_H

#include "resources.h"

/* One row of WccDispatch.resources. */
typedef struct Slot {
    const WccResourceInfo *info;
    uint32_t row;
} Slot;

/* What stands in each row of a module's table. */
typedef struct Bindings {
    WccResource *rows;
    Storage **storages; /* what keeps a row's memory; NULL: unbound, or memory of the caller */
    const TexelFormat **formats; /* what a typed row's numbers are rounded to; NULL: nothing */
    uint32_t count;
} Bindings;

/* What is asked of a variant. */
typedef struct Wanted {
    uint32_t wave_size;     /* 0: any */
    const char *lane_order; /* NULL: any */
    int64_t extra_waves;    /* -1: any */
} Wanted;

/* In what variants differ. */
typedef enum Trait { TRAIT_WAVE_SIZE, TRAIT_LANE_ORDER, TRAIT_EXTRA_WAVES } Trait;

/* A cbuffer's member, an element, row or number of it, or all members of a struct or array of arrays,
 * which follow each other in the table. */
typedef struct Constant {
    Slot slot;
    const WccField *field;
    uint32_t fields;          /* this and those behind it, all of one scalar type */
    uint32_t first, count;    /* array elements; 0, 1 where the field is no array */
    uint32_t scalar, scalars; /* of each element: the first and how many */
} Constant;

/* module.c */

bool host_check_module(Report *report, const WccModule *module);
bool host_find_slot(Report *report, const WccModule *module, const char *name, Slot *slot);
/* How many rows a resource has; an unbounded array has those up to the next resource. */
uint32_t host_rows_of(const WccModule *module, const WccResourceInfo *info);
bool host_entry_uses(const WccModule *module, const WccEntry *entry, const WccResourceInfo *info);
/* NULL: the only one; where there are several, how says by what to name one ("with -e"). */
const WccEntry *host_find_entry(Report *report, const WccModule *module, const char *name,
                                const char *how);
/* The first that is so. */
const WccVariant *host_find_variant(Report *report, const WccEntry *entry, Wanted wanted);
/* Has no variant before this one the same? */
bool host_is_first_variant(const WccEntry *entry, uint32_t index, Trait trait);
/* " 8 32 64", " linear tile", " 0 2": each once, in the order of the variants. */
void host_print_wave_sizes(Text *out, const WccEntry *entry);
void host_print_lane_orders(Text *out, const WccEntry *entry);
void host_print_extra_waves(Text *out, const WccEntry *entry);
/* Is there more than one lane order, more than one number of extra waves? */
bool host_has_lane_orders(const WccEntry *entry);
bool host_has_extra_waves(const WccEntry *entry);
/* "t0" or "t0,space2" into text of at least 40 bytes; gives text. */
const char *host_spell_register(const WccResourceInfo *info, char *text);
bool host_new_bindings(Report *report, const WccModule *module, Bindings *bindings);
void host_free_bindings(Bindings *bindings);
/* Takes the caller's reference; a NULL storage unbinds. */
void host_bind(Bindings *bindings, uint32_t row, Storage *storage);

/* coverage.c: of modules compiled with --coverage */

/* Fails where it counts nothing, or no such file can be written. */
bool host_check_coverage(Report *report, const WccModule *module, const char *path);
/* Some thread came to one. */
bool host_has_counted(const WccModule *module);
/* Adds what was counted to the lcov file of this name, which need not be there; counts go on from
 * 0. No kernel of the module may run meanwhile. */
bool host_take_coverage(Report *report, const WccModule *module, const char *path);

/* constants.c */

bool host_find_constant(Report *report, const WccModule *module, const char *name,
                        Constant *constant);
/* Parses and stores the member's values; cbuffer NULL: only checks them. */
bool host_set_constant(Report *report, const Constant *constant, const char *values,
                       uint8_t *cbuffer);
/* The same from `count` numbers, converted; fails where one cannot be. */
bool host_set_numbers(Report *report, const Constant *constant, Number number, const void *values,
                      uint32_t count, uint8_t *cbuffer);
/* A cbuffer with its members' default values. */
Storage *host_new_constants(Report *report, const WccResourceInfo *info);

/* samplers.c */

/* Sets what the text says, "linear,clamp,min-lod=1"; the rest stays. */
bool host_set_sampler(Report *report, const char *text, WccSampler *sampler);
/* The words of --set. */
const char *host_spell_filter(WccFilter filter);
const char *host_spell_address(WccAddress address);
const char *host_spell_comparison(WccComparison comparison);
/* The state before any --set: the static one of the shader, or the usual. */
const WccSampler *host_first_state(const WccResourceInfo *info);
/* Storage of a WccSampler in that state. */
Storage *host_new_sampler(Report *report, const WccResourceInfo *info);
bool host_find_sampler(const WccModule *module, const char *name, Slot *slot);

/* list.c: --list */

void host_print_list(const WccModule *module, const char *program, FILE *out);

/* list_json.c: --list=json */

bool host_print_json_list(Report *report, const WccModule *module, FILE *out);

#endif
