/* The unit tests of a file, found without compiling it. */
#include "pipeline_priv.h"

static bool list_tests(Pipeline *pipeline, Arena *arena, PipelineTestList *tests)
{
    CheckEntryList all = check_find_entries(pipeline->module, pipeline->unit);
    if (!pipeline_entries_differ(pipeline, &all, DIAG_test_twice))
        return false;
    for (int i = 0; i < all.entries.count; i++) {
        const CheckEntry *entry = &all.entries.items[i];
        SourcePlace place = sources_place(pipeline->sources, entry->pos);
        const char *name = arena_copy_text(arena, entry->name, strlen(entry->name));
        PipelineTest test = {name, place.line, entry->wave_min, entry->wave_max};
        if (entry->is_test && strcmp(place.file->path, pipeline->options->input) == 0)
            vec_push(arena, tests, test);
    }
    return true;
}

int pipeline_find_tests(const Options *options, Arena *arena, PipelineTestList *tests)
{
    Pipeline pipeline = pipeline_new(options, NULL);
    const SourceFile *file = front_end_load(&pipeline);
    TokenList *tokens = file != NULL ? front_end_tokens(&pipeline, file) : NULL;
    bool read = tokens != NULL && diag_error_count(pipeline.diagnostics) == 0;
    bool found = read && front_end_parse(&pipeline, tokens) && list_tests(&pipeline, arena, tests);
    int status = pipeline_tell(&pipeline, found ? EXIT_DONE : EXIT_SHADER_ERRORS);
    pipeline_end(&pipeline);
    return status;
}
