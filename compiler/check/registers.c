/* Registers of resources: as written, or the lowest free ones of space 0 in order of
 * declaration, after all that are written. Arrays without a size come behind the others, for
 * nothing finds a place behind them: a space holds one of a class. What no function uses comes last. */
#include "conversions_priv.h"

#include <stdlib.h>

int number_after(const char *text, size_t prefix)
{
    char *end;
    if (text[prefix] < '0' || text[prefix] > '9')
        return -1;
    long long number = strtoll(text + prefix, &end, 10);
    return *end == '\0' && number <= INT32_MAX ? (int)number : -1;
}

/* A register class's letter in any case, or '\0'. */
static char class_letter(const char *text)
{
    char letter = (char)(text[0] | 0x20);
    return strchr("tubs", letter) != NULL ? letter : '\0';
}

/* Direct3D 9 knew no difference between a texture and its sampler. */
static bool suits(char letter, const Resource *resource)
{
    char class = resource->register_class;
    bool is_read_texture = class == 't' && resource_is_texture(resource_info(resource->type->resource));
    return letter == class || (class == 's' && letter == 't') || (is_read_texture && letter == 's');
}

void report_bad_register(Checker *checker, const AstRegister *written)
{
    const char *text = written->text != NULL ? written->text : "";
    if (written->space != NULL && strncmp(written->space, "space", 5) != 0)
        diag_report(checker->diagnostics, written->pos, DIAG_register_component,
                    arena_printf(checker->arena, "%s.%s", text, written->space));
    else
        diag_report(checker->diagnostics, written->pos, DIAG_bad_register, text);
}

static void apply_register(Checker *checker, Resource *resource, const AstRegister *written)
{
    const char *text = written->text != NULL ? written->text : "";
    int index = text[0] != '\0' ? number_after(text, 1) : -1;
    bool is_space_only = written->space == NULL ? strncmp(text, "space", 5) == 0 : text[0] == '\0';
    const char *space_text = written->space == NULL && is_space_only ? text : written->space;
    int space = space_text == NULL                   ? 0
              : strncmp(space_text, "space", 5) == 0 ? number_after(space_text, 5)
                                                     : -1;
    if (space < 0 || (!is_space_only && (index < 0 || class_letter(text) == '\0'))) {
        report_bad_register(checker, written);
        return;
    }
    if (!is_space_only && !suits(class_letter(text), resource)) {
        diag_report(checker->diagnostics, written->pos, DIAG_register_class, text, resource->type,
                    resource->register_class);
        return;
    }
    resource->register_index = is_space_only ? -1 : index;
    resource->space = space;
}

void judge_registers(Checker *checker, const AstDecl *ast, const Type *type)
{
    const Type *base = type_array_base(type);
    for (const AstRegister *written = ast->registers; written != NULL; written = written->next) {
        const char *text = written->text != NULL ? written->text : "";
        bool is_number = type_is_numeric(base) && text[0] != '\0' && !written->packoffset;
        if (is_number && strncmp(text, "space", 5) != 0 && strchr("bci", text[0] | 0x20) == NULL)
            diag_report(checker->diagnostics, written->pos, DIAG_register_constant, text, base);
    }
}

void register_resource(Checker *checker, Resource *resource, const AstRegister *written)
{
    for (; written != NULL; written = written->next)
        if (!written->packoffset)
            apply_register(checker, resource, written);
    resource->index = checker->resources.count;
    vec_push(checker->arena, &checker->resources, resource);
}

void register_shared_resource(Checker *checker, Resource *resource, const AstRegister *written,
                              int used[128])
{
    int *taken = &used[(int)resource->register_class];
    for (; written != NULL; written = written->next)
        if (!written->packoffset && written->text != NULL &&
            class_letter(written->text) == resource->register_class)
            apply_register(checker, resource, written);
    if (resource->register_index > INT32_MAX - *taken) {
        diag_report(checker->diagnostics, resource->pos, DIAG_bad_register,
                    arena_printf(checker->arena, "%c%lld", resource->register_class,
                                 (long long)resource->register_index + *taken));
        resource->register_index = -1;
    }
    if (resource->register_index >= 0)
        resource->register_index += *taken;
    *taken += resource->array_count > 0 ? (int)resource->array_count : 1;
    register_resource(checker, resource, NULL);
}

/* ---- assignment ---- */

static int64_t register_end(const Resource *resource)
{
    if (resource->array_count < 0)
        return INT32_MAX;
    return (int64_t)resource->register_index +
           (resource->array_count == 0 ? 1 : resource->array_count);
}

/* The first place at or after `index` where nothing assigned overlaps `count` registers; the end
 * of what is in the way otherwise. */
static int64_t blocking_end(const Checker *checker, const Resource *wanted, int64_t index,
                            int64_t count)
{
    int64_t end = -1;
    for (int i = 0; i < checker->resources.count; i++) {
        const Resource *other = checker->resources.items[i];
        bool is_there = other->register_index >= 0 &&
                        other->register_class == wanted->register_class &&
                        other->space == wanted->space;
        if (is_there && other->register_index < index + count && index < register_end(other) &&
            register_end(other) > end)
            end = register_end(other);
    }
    return end;
}

/* The last place given, of each class: registers are only taken, so that no more fit before it than
 * fitted then. */
typedef struct Given { int64_t index, count; int space; } Given;

static void assign_register(Checker *checker, Resource *resource, Given given[128])
{
    int64_t index = 0, count = resource->array_count > 0 ? resource->array_count : 1;
    Given *last = &given[(int)resource->register_class];
    if (resource->array_count < 0)
        count = INT32_MAX / 2;
    if (last->space == resource->space && count >= last->count)
        index = last->index;
    for (int64_t end; (end = blocking_end(checker, resource, index, count)) >= 0;) {
        bool is_full = end >= INT32_MAX;
        if (is_full && resource->array_count >= 0)
            break;
        resource->space += is_full;
        index = is_full ? 0 : end;
    }
    *last = (Given){index, count, resource->space};
    resource->register_index = (int)index;
}

typedef enum Sized { SIZED, UNSIZED, SIZES } Sized;

/* Those among the used ones, or among all, that have none yet. */
static void assign_missing(Checker *checker, bool only_used)
{
    for (Sized sized = SIZED; sized < SIZES; sized++) {
        Given given[128] = {0};
        for (int i = 0; i < checker->resources.count; i++) {
            Resource *resource = checker->resources.items[i];
            if (resource->register_index == -1 && (resource->is_used || !only_used) &&
                (resource->array_count < 0) == (sized == UNSIZED))
                assign_register(checker, resource, given);
        }
    }
}

/* Registers written for what no function uses are free, as in dxc, which drops those resources
 * first. */
static void free_unused(Checker *checker)
{
    for (int i = 0; i < checker->resources.count; i++) {
        Resource *resource = checker->resources.items[i];
        if (!resource->is_used && resource->register_index >= 0)
            resource->register_index = -2 - resource->register_index;
    }
}

static void restore_unused(Checker *checker)
{
    for (int i = 0; i < checker->resources.count; i++)
        if (checker->resources.items[i]->register_index < -1)
            checker->resources.items[i]->register_index =
                -2 - checker->resources.items[i]->register_index;
}

void assign_registers(Checker *checker)
{
    free_unused(checker);
    assign_missing(checker, true);
    restore_unused(checker);
    assign_missing(checker, false);
}
