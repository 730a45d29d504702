/* No row of builtin.def, and no component type that its signature allows, is without a test. */
#include "intrinsics.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "test.h"

typedef struct Elsewhere { int id; const char *file, *word; } Elsewhere;

static const Elsewhere ELSEWHERES[] = {
#define ELSEWHERE(id, file, word) {BUILTIN_##id, file, word},
#include "elsewhere.def"
#undef ELSEWHERE
};

static const struct BuiltinText { const char *id, *signature; } BUILTINS[] = {
#define BUILTIN(id, name, signature, model, lower) {#id, signature},
#include "check/builtin.def"
#undef BUILTIN
};

static const Elsewhere *find_elsewhere(int id)
{
    for (int i = 0; i < COUNT_OF(ELSEWHERES); i++)
        if (ELSEWHERES[i].id == id)
            return &ELSEWHERES[i];
    return NULL;
}

/* The first generic letter; intrinsics with models have one at most. */
static char generic_letter(const char *signature)
{
    for (const char *item = signature; *item != '\0'; item += strcspn(item, " "), item += strspn(item, " ")) {
        const char *component = item + strspn(item, "?>&");
        if (*component >= 'a' && *component <= 'z' && *component != 's')
            return *component;
    }
    return '\0';
}

static bool has_case(const Cases *cases, int id, int kind)
{
    const Row *row = row_of(id, kind < SCALAR_COUNT ? (ScalarKind)kind : SCALAR_F32);
    for (int i = 0; i < cases->items.count; i++)
        if (row != NULL && cases->items.items[i].model == row->model)
            return true;
    return false;
}

TEST(every_intrinsic_has_a_model_or_a_test_of_its_own)
{
    int missing = 0;
    for (int id = 0; id < COUNT_OF(BUILTINS); id++) {
        bool has_model = row_of(id, SCALAR_F32) || row_of(id, SCALAR_I32) || row_of(id, SCALAR_U32);
        if (has_model == (find_elsewhere(id) != NULL)) {
            print_error("%s has %s\n", BUILTINS[id].id, has_model ? "a model and a row of elsewhere.def" : "neither");
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

TEST(every_component_type_of_an_intrinsic_is_in_the_cross)
{
    Arena *arena = arena_new("test");
    int missing = 0;
    for (int kind = 0; kind < SCALAR_COUNT; kind++) {
        Cases cases = {0};
        cases_of_group(arena, kind, &cases);
        for (int id = 0; id < COUNT_OF(BUILTINS); id++) {
            char letter = generic_letter(BUILTINS[id].signature);
            if (letter == '\0' || find_elsewhere(id) || !check_letter_has(letter, (ScalarKind)kind) || has_case(&cases, id, kind))
                continue;
            print_error("%s of %s\n", BUILTINS[id].id, scalar_info((ScalarKind)kind)->name);
            missing++;
        }
    }
    arena_drop(arena);
    assert_int_equal(missing, 0);
}

TEST(what_is_tested_elsewhere_is_there)
{
    int missing = 0;
    for (int i = 0; i < COUNT_OF(ELSEWHERES); i++) {
        size_t length;
        char *text = file_exists(ELSEWHERES[i].file) ? file_read(ELSEWHERES[i].file, &length) : NULL;
        if (text == NULL || strstr(text, ELSEWHERES[i].word) == NULL) {
            print_error("%s: %s\n", ELSEWHERES[i].file, text ? ELSEWHERES[i].word : "is not there");
            missing++;
        }
        free(text);
    }
    assert_int_equal(missing, 0);
}
