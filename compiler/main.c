/* wavecc: command line in, exit status out. */
#include "options.h"
#include "pipeline.h"

int main(int count, char **arguments)
{
    Options options;
    Arena *arena = arena_new("options");
    int status = options_parse(&options, arena, count, arguments);
    if (status == EXIT_DONE)
        status = pipeline_run(&options);
    arena_drop(arena);
    return status < 0 ? EXIT_DONE : status;
}
