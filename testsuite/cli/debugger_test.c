/* -Zi: a debugger shows the shader, not the C that it became; with -Od its variables, too. */
#include <string.h>

#include "base/base.h"
#include "process.h"
#include "test.h"

enum { MOST_LINES = 24 };

typedef struct Session {
    const char *options;           /* of wavecc debugger.hlsl */
    const char *commands;          /* of gdb, a line each */
    const char *lines[MOST_LINES]; /* that its output has, in this order */
} Session;

/* Each line of the commands as an option. */
static void add_commands(Text *command, const char *commands)
{
    for (size_t length; *commands != '\0'; commands += length + (commands[length] == '\n')) {
        length = strcspn(commands, "\n");
        text_printf(command, " -ex '%.*s'", (int)length, commands);
    }
}

static void check_session(const char *name, const Session *session)
{
    const char *program = test_build_path("tests/%s", name);
    Text command = {0};
    text_printf(&command,
                "{ '%s/wavecc' testsuite/cli/debugger.hlsl -enable-16bit-types %s -o '%s' && "
                "gdb -q -batch -x runtime/gdb/wavecc-gdb.py",
                test_build_folder(), session->options, program);
    add_commands(&command, session->commands);
    text_printf(&command, " --args '%s' --size Out=12 -j1; } 2>&1", program);
    Process process = PROCESS_RUN("sh", "-c", command.bytes);
    const char *at = process.out;
    for (int i = 0; i < MOST_LINES && session->lines[i] != NULL; i++) {
        const char *found = strstr(at, session->lines[i]);
        if (found == NULL)
            fail_msg("missing: %s\nin:\n%s", session->lines[i], process.out);
        at = found + strlen(session->lines[i]);
    }
    process_free(&process);
    text_free(&command);
}

#define DEBUG(name, ...)                                                                           \
    SLOW_TEST(name)                                                                                \
    {                                                                                              \
        static const Session session = {__VA_ARGS__};                                              \
        check_session("gdb-" #name, &session);                                                     \
    }

DEBUG(gdb_stops_at_a_line_of_the_shader, "-Zi --wave-size=32",
      "break debugger.hlsl:38\nrun\ninfo source",
      {"debugger.hlsl:38", "Out[id.x] = history[0]", "Current source file is testsuite/cli/debugger.hlsl"})

DEBUG(gdb_steps_from_statement_to_statement, "-Zi -Od --wave-size=4",
      "break debugger.hlsl:18\nrun\nnext\nnext\nnext\nnext\nnext\nnext\nnext\nnext",
      {"\n18\t", "\n19\t", "\n20\t", "\n21\t", "\n22\t", "\n23\t", "\n24\t", "\n25\t", "\n26\t    if (t < 4)"})

DEBUG(gdb_shows_lanes_and_marks_those_that_are_off, "-Zi -Od --wave-size=8",
      "break debugger.hlsl:11\nrun\nprint $hlsl(\"twice\")\nprint $hlsl(\"x\")\n"
      "tbreak debugger.hlsl:38\ncontinue\nprint $hlsl(\"t2\")\nprint $hlsl(\"one.at\")\nprint $hlsl(\"one.on\")\n"
      "print $hlsl(\"wide\")\nprint $hlsl(\"fine\")\nprint $hlsl(\"offset\")",
      {"return twice + 1;", "= {0, ~0, ~0, 6, ~0, ~0, 12, ~0}", "= {0, ~0, ~0, 3, ~0, ~0, 6, ~0}",
       "= {7, 8, 9, 10, 11, 12, 13, 14}",
       "= {(0, 0.5, -1), (1, 1.5, -1), (2, 2.5, -1), (3, 3.5, -1), (4, 4.5, -1)",
       "= {false, true, false, true, false, true, false, true}",
       "= {0, -5000000000, -10000000000, -15000000000,",
       "= {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75}", "= 7"})

DEBUG(gdb_names_what_is_visible_at_the_statement, "-Zi -Od --wave-size=8",
      "break debugger.hlsl:36\nbreak debugger.hlsl:11\nrun\nprint hlsl\nprint $hlsl(\"t2\")\n"
      "print $hlsl(\"twice\")\ncontinue\nprint hlsl\nprint $hlsl(\"one\")\nprint $hlsl(\"history\")",
      {"main, group 0,0,0, wave 0 of 2, testsuite/cli/debugger.hlsl:36, lanes 0, 3, 6",
       "counts[2][3] = groupshared uint", "= {-1, ~0, ~0, -1, ~0, ~0, -1, ~0}", "no variable twice here",
       "debugger.hlsl:11, lanes 0, 3, 6 = {x = ", "no variable one here",
       "history[1] = {0, ~0, ~0, 6, ~0, ~0, 12, ~0}"})

DEBUG(wavecc_lanes_tells_threads_and_values, "-Zi -Od --wave-size=8",
      "break debugger.hlsl:36 if hlsl.wave == 1\nrun\nwavecc-lanes t one.weights turn",
      {"main, group 0,0,0, wave 1 of 2",
       "lane             SV_GroupIndex  SV_GroupThreadID  SV_DispatchThreadID  t    one.weights  turn",
       "0     off        8              8,0,0             8,0,0                ~8   ~{0.25, 8}   ~((1, 2), (3, 8))",
       "1                9              9,0,0             9,0,0                9    {0.25, 9}    ((1, 2), (3, 9))",
       "4     no thread\n", "7     no thread\n"})

DEBUG(gdb_names_groupshared_memory, "-Zi -Od --wave-size=8",
      "break debugger.hlsl:38\nrun\nwavecc-shared\nwavecc-shared counts\nprint $shared(\"counts\", 1, 1)\n"
      "print $shared(\"lights.weights\", 3, 1)\nprint $shared(\"counts\", 1, 7)\nprint $shared(\"t\")\n"
      "wavecc-shared nothere\nwavecc-shared history",
      {"groupshared float3 lights[4].at", "groupshared half lights[4].weights[2]", "groupshared uint counts[2][3]",
       "counts[0][0] = 10\ncounts[0][1] = 12\ncounts[0][2] = 0\ncounts[1][0] = 11\ncounts[1][1] = 13\ncounts[1][2] = 0\n",
       "= 13", "= 3", "counts: 7 is outside of [3]", "t is not groupshared",
       "no variable nothere here", "history is not groupshared"})

DEBUG(gdb_names_groupshared_memory_of_optimised_kernels, "-Zi --wave-size=32",
      "break debugger.hlsl:38 if $shared(\"counts\", 1, 0) == 11\nrun\nprint $shared(\"counts\", 1, 1)\nprint $hlsl(\"t2\")",
      {"Out[id.x] = history[0]", "= 13", "no groupshared variable t2 here; for local variables compile with -Zi -Od"})

DEBUG(gdb_looks_at_other_waves, "-Zi -Od --wave-size=4",
      "break debugger.hlsl:38\nrun\nwavecc-wave 2\nprint $hlsl(\"t\")\nwavecc-wave 3\nwavecc-wave\nprint $lane(\"t\", 3) * 2",
      {"wave 2 of 3", "= {8, 9, 10, 11}", "the group has waves 0 to 2", "wave 0 of 3", "= 6"})

DEBUG(gdb_breaks_where_a_lane_has_a_value, "-Zi -Od --wave-size=8 --cc=gcc",
      "break debugger.hlsl:11 if $lane(\"twice\", 1) == 18\nrun\nprint hlsl.wave\nprint $hlsl(\"twice\")",
      {"return twice + 1;", "$1 = 1", "= {~0, 18, ~0, ~0, ~0, ~0, ~0, ~0}"})

DEBUG(gdb_says_where_there_is_no_kernel, "-Zi -Od --wave-size=8",
      "print $hlsl(\"t\")\nbreak main\nrun\nwavecc-lanes",
      {"nothing runs", "no kernel of HLSL compiled with -Zi runs in this thread"})
