/* The messages of check_barriers: what they say and where they point. */
#include <stdio.h>
#include <stdlib.h>

#include "passes_test.h"

enum { LINES = 8, LINE_LENGTH = 8 };

/* A file of LINES lines; line n starts at (n - 1) * LINE_LENGTH. */
static const char SOURCE[] = "line 1 \nline 2 \nline 3 \nline 4 \nline 5 \nline 6 \nline 7 \nline 8 \n";

typedef struct Numbering { SourcePos start; int line; } Numbering;

/* Each instruction that is no constant stands on the next line. */
static void set_line(void *context, IrInstr *instr)
{
    Numbering *numbering = context;
    if (instr->op == IR_const)
        return;
    instr->pos = numbering->start + (SourcePos)(numbering->line * LINE_LENGTH);
    if (numbering->line < LINES - 1)
        numbering->line++;
}

/* The messages that the kernel gets, without the source lines. */
static char *messages_of(const char *text)
{
    Arena *arena = arena_new("test");
    Sources *sources = sources_new(arena);
    const SourceFile *file = sources_add_text(sources, "k", SOURCE, sizeof SOURCE - 1, SOURCE_NOWHERE);
    Diagnostics *diagnostics = diag_new(arena, sources);
    IrKernel *kernel = passes_test_read(arena, text);
    ir_walk(kernel->body, set_line, &(Numbering){file->start, 0});
    passes_test_run(kernel, "uniformity", diagnostics);
    passes_test_run(kernel, "check_barriers", diagnostics);
    char *printed = NULL, *messages = calloc(1, 4096);
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    diag_print(diagnostics, out, DIAG_FORMAT_TEXT, false);
    fclose(out);
    for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "k:", 2) == 0)
            strcat(strcat(messages, line), "\n");
    free(printed);
    arena_drop(arena);
    return messages;
}

static void expect(const char *text, const char *expected)
{
    char *messages = messages_of(text);
    assert_string_equal(messages, expected);
    free(messages);
}

TEST(divergent_barrier_is_traced_to_the_thread_id)
{
    expect("kernel @k numthreads(64, 1, 1) wave 32 x 2\n{\n"
           "  %0 varying i32 = const 4\n"
           "  %1 varying i32 = group_index\n"
           "  %2 varying i32 = iand %1, %0\n"
           "  %3 varying i1 = ult %2, %0\n"
           "  if %3 {\n"
           "    barrier\n"
           "    yield\n"
           "  }\n"
           "  yield\n}\n",
           "k:5:1: error: barrier in control flow that differs between the lanes of a wave\n"
           "k:4:1: note: the lanes part at this branch\n"
           "k:3:1: note: whose condition depends on this value, which differs from lane to lane\n"
           "k:2:1: note: which depends on this value\n"
           "k:1:1: note: it differs because each thread has its own position in the group\n");
}

TEST(divergent_barrier_is_traced_through_a_loop_to_a_load)
{
    expect("kernel @k numthreads(64, 1, 1) wave 32 x 2\n"
           "  uav $u typed<i32> row 0\n"
           "{\n"
           "  %0 varying i32 = const 4\n"
           "  %1 varying i32 = group_index\n"
           "  %2 varying i32 = load_typed $u[%0] [%1]\n"
           "  ^3 loop (%4 varying i32 = %0) {\n"
           "    %5 varying i1 = ult %4, %2\n"
           "    if %5 {\n"
           "      break ^3\n"
           "    }\n"
           "    barrier\n"
           "    continue ^3 %2\n"
           "  }\n"
           "  yield\n}\n",
           "k:8:1: error: barrier in control flow that differs between the lanes of a wave\n"
           "k:5:1: note: the lanes part at this branch\n"
           "k:4:1: note: whose condition depends on this value, which differs from lane to lane\n"
           "k:2:1: note: it differs because each lane reads its own value from memory here\n"
           "k:1:1: note: it differs because each thread has its own position in the group\n");
}

TEST(lanes_that_returned_do_not_hold_a_barrier_up)
{
    expect("kernel @k numthreads(64, 1, 1) wave 32 x 2\n{\n"
           "  %0 varying i32 = const 4\n"
           "  %1 varying i32 = group_index\n"
           "  %2 varying i1 = ult %1, %0\n"
           "  if %2 {\n"
           "    return\n"
           "  }\n"
           "  barrier\n"
           "  yield\n}\n",
           "");
}

TEST(a_bound_that_the_host_gives_proves_nothing)
{
    expect("kernel @k numthreads(64, 1, 1) wave 32 x 2\n"
           "  cbv $c cbuffer size 16 row 0\n"
           "{\n"
           "  %0 varying i32 = const 0\n"
           "  %1 varying i32 = load_cbuffer $c[%0] [%0]\n"
           "  %2 varying i32 = group_index\n"
           "  %3 varying i1 = ult %2, %1\n"
           "  if %3 {\n"
           "    barrier\n"
           "    yield\n"
           "  }\n"
           "  yield\n}\n",
           "");
}

TEST(barriers_where_waves_but_not_lanes_part_are_fine)
{
    expect("kernel @k numthreads(64, 1, 1) wave 32 x 2\n{\n"
           "  %0 varying i32 = const 1\n"
           "  %1 varying i32 = wave_index\n"
           "  %2 varying i1 = ult %1, %0\n"
           "  if %2 {\n"
           "    barrier\n"
           "    return\n"
           "  }\n"
           "  barrier\n"
           "  yield\n}\n",
           "");
}
