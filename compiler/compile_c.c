/* The emitted C goes to a temporary folder, through clang or gcc, and the result is moved into
 * place. The folder goes whatever happens, and with it what the C compiler left there: who is asked
 * to end by a signal ends behind that. */
#define _GNU_SOURCE
#include "compile_c.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "command.h"
#include "headers.h"
#include "kernel_cache.h"
#include "link.h"
#include "own_files.h"

typedef struct Command {
    VEC(const char *) words;
    Arena *arena;
    const char *folder; /* for what is temporary */
} Command;

static void add(Command *command, const char *word)
{
    vec_push(command->arena, &command->words, word);
}

static int machine_error(const Options *options, const char *what, const char *why)
{
    fprintf(options_messages(options), "wavecc: error: %s: %s\n", what, why);
    return EXIT_MACHINE;
}

/* ---- finding things ---- */

/* NULL: it is not there. */
static const char *find_on_path(Arena *arena, const char *program)
{
    const char *path = getenv("PATH");
    if (strchr(program, '/') != NULL)
        return program;
    for (const char *at = path != NULL ? path : ""; *at != '\0';) {
        size_t length = strcspn(at, ":");
        const char *found = arena_printf(arena, "%.*s/%s", (int)length, at, program);
        if (access(found, X_OK) == 0)
            return found;
        at += length + (at[length] == ':');
    }
    return NULL;
}

static const char *c_compiler(Arena *arena, const Options *options)
{
    if (options->cc != NULL)
        return options->cc;
    return find_on_path(arena, "clang") != NULL ? "clang" : "gcc";
}

/* From the compiler's folder: in the build tree, in a build of its own there, as installed. */
static const char *const HEADER_PLACES[] = {"../runtime/include/wcc_abi.h",
                                            "../../runtime/include/wcc_abi.h",
                                            "../include/wavecc/wcc_abi.h",
                                            "../../include/wavecc/wcc_abi.h"};
static const char *const LIBRARY_PLACES[] = {"libwavecc_rt.a", "../lib/libwavecc_rt.a"};
static const char *const MPI_PLACES[] = {"libwavecc_rt_mpi.a", "../lib/libwavecc_rt_mpi.a"};

/* ---- the command ---- */

static bool is_clang(const char *compiler) { return strstr(compiler, "clang") != NULL; }

static bool knows_precompiled_headers(const char *compiler)
{
    return is_clang(compiler) || strstr(compiler, "gcc") != NULL;
}

/* clang 14 cannot select some 16-bit shuffles for machines with AVX512-FP16 (Sapphire Rapids), and
 * swaps the operands of some masked comparisons of halves, so that 0 <= a becomes a <= 0; halves
 * are as exact by way of floats. */
static bool may_find_fp16_vectors(const Options *options, const char *compiler)
{
#if defined(__x86_64__)
    return is_clang(compiler) && options->target->march != NULL &&
           strcmp(options->target->march, "native") == 0;
#else
    (void)options, (void)compiler;
    return false;
#endif
}

static void add_code_options(Command *command, const Options *options, const char *compiler)
{
    add(command, "-std=gnu11");
    /* -O1 still unrolls the loops over pieces; a debugger wants each line as it stands */
    bool is_as_written = options->leaves_as_written || (options->optimisation == 0 && options->debug);
    add(command, is_as_written ? "-O0" : options->optimisation > 0 ? "-O2" : "-O1");
    if (options->leaves_as_written)
        add(command, "-DWCC_APART");
    if (options->optimisation == 0 && !is_clang(compiler))
        /* at -O1 it leaves conversions of wide vectors that gcc 12 cannot expand */
        add(command, "-fno-tree-forwprop");
    if (options->target->march != NULL)
        add(command, arena_printf(command->arena, "-march=%s", options->target->march));
    if (may_find_fp16_vectors(options, compiler))
        add(command, "-mno-avx512fp16");
    if (options_lanes(options) == 16)
        add(command, "-mprefer-vector-width=512");
    add(command, options_contract(options) ? "-ffp-contract=fast" : "-ffp-contract=off");
    if (options->strict_fp)
        add(command, "-DWCC_STRICT");
    /* clang: addresses come round as numbers do, which from clang 20 on -fwrapv no longer says */
    add(command, is_clang(compiler) ? "-fno-strict-overflow" : "-fwrapv");
    add(command, "-fno-strict-aliasing");
    add(command, "-fno-math-errno");
    add(command, "-fno-trapping-math");
    if (options->precompiles) {
        add(command, "-x");
        add(command, "c-header");
    } else if (options->first_header != NULL) {
        add(command, "-include");
        add(command, options->first_header);
    }
    add(command, "-w"); /* the C is ours: its warnings would only confuse */
    if (!is_clang(compiler)) {
        add(command, "-Wno-psabi");
        add(command, "-mno-red-zone"); /* gcc 12 clears arrays there as if it were aligned */
    } else {
        add(command, "-fbracket-depth=4096"); /* 256 when absent: less than HLSL's loops may nest */
        add(command, "-Xclang"); /* else it writes to a name of its own, which stays where it is ended */
        add(command, "-fno-temp-file");
    }
    if (options->debug)
        add(command, "-g");
}

/* Its main() comes before the library's. The file beside it has what mpicc links with. */
static void add_mpi(Command *command, const char *library)
{
    add(command, library);
    add(command, arena_printf(command->arena, "@%s.link", library));
}

/* Where what is compiled will lie. */
static void add_place(Command *command, const Options *options)
{
    if (options->emit == EMIT_SHARED)
        add(command, "-fPIC");
}

/* A linker that opens libraries takes five times as long as one that has the kernel alone; this process has them. */
static void add_shared(Command *command, const Options *options)
{
    add(command, "-shared");
    if (options->is_loaded_here) {
        add(command, "-nostdlib");
        add(command, "-lgcc");
    }
}

/* `mpi`: NULL where groups are not shared out. */
static void add_kind(Command *command, const Options *options, const char *library, const char *mpi)
{
    switch (options->emit) {
    case EMIT_ASM: add(command, "-S"); break;
    case EMIT_OBJECT: add(command, "-c"); break;
    case EMIT_SHARED: add_shared(command, options); break;
    default:
        if (mpi != NULL)
            add_mpi(command, mpi);
        add(command, library);
        for (const char *const *word = (const char *const[]){"-lpng", "-lz", "-lyaml", "-lm",
                                                             "-pthread", NULL};
             *word != NULL; word++)
            add(command, *word);
    }
}

/* WAVECC_RT_CFLAGS: words for executables, as when the library was built with a sanitizer. */
static void add_extra_words(Command *command)
{
    const char *extra = getenv("WAVECC_RT_CFLAGS");
    for (const char *at = extra != NULL ? extra : ""; *at != '\0';) {
        size_t length = strcspn(at, " ");
        if (length > 0)
            add(command, arena_copy_text(command->arena, at, length));
        at += length + (at[length] == ' ');
    }
}

static void print_command(const Command *command)
{
    for (int i = 0; i < command->words.count - 1; i++)
        fprintf(stderr, "%s\"%s\"", i ? " " : "", command->words.items[i]);
    fputc('\n', stderr);
}

static CommandLimits limits_of(const Options *options, const Command *command,
                               const char *messages)
{
    return (CommandLimits){options->cc_seconds, options->takes_signals, messages,
                           .folder = command->folder, .is_guest = options->host != NULL};
}

/* ---- what a failure means ---- */

/* What the C compiler makes of C as it stands; what it says of that goes to `messages`. */
static CommandEnd try_c(Command command, const Options *options, const char *messages, int *signal)
{
    CommandLimits limits = limits_of(options, &command, messages);
    add(&command, "-fsyntax-only");
    add(&command, NULL);
    return command_run(command.words.items, limits, signal);
}

/* A line of C is named, `FILE:LINE:COLUMN: error: `: a compiler that was killed, or found no memory, names none. */
static bool blames_a_line(const char *message)
{
    const char *error = strstr(message, ": error: ");
    return error != NULL && error > message && error[-1] >= '0' && error[-1] <= '9';
}

static bool has_refused(const char *messages)
{
    FILE *file = fopen(messages, "r");
    char line[4096];
    bool is_refused = false;
    while (file != NULL && !is_refused && fgets(line, sizeof line, file) != NULL)
        is_refused = blames_a_line(line);
    if (file != NULL)
        fclose(file);
    return is_refused;
}

/* Why a command may have failed that did not say so itself. */
static const char *usual_reason(Arena *arena)
{
    struct rlimit limit;
    bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? arena_printf(arena, "it may have said why above; `ulimit -v` lets it have %llu KiB of memory",
                                     (unsigned long long)limit.rlim_cur / 1024)
                      : "it may have said why above";
}

/* `only_c` has a command's options and the source, and nothing to link: if they alone are refused, that is
 * wavecc's fault, not that of a machine without a library, memory or room on a disk. */
static int failed_for(const Command *command, Command only_c, const Options *options, int *signal)
{
    const char *name = command->words.items[0];
    const char *messages = arena_printf(command->arena, "%s/refused", command->folder);
    CommandEnd end = try_c(only_c, options, messages, signal);
    if (end == COMMAND_INTERRUPTED)
        return EXIT_MACHINE;
    *signal = 0;
    if (end != COMMAND_FAILED || !has_refused(messages))
        return machine_error(options, arena_printf(command->arena, "'%s' failed", name),
                             usual_reason(command->arena));
    fprintf(options_messages(options),
            "wavecc: internal error: '%s' does not take the C that wavecc wrote; "
            "please report it with the shader (--emit=c shows the C)\n", name);
    return EXIT_INTERNAL;
}

static int killed_by(int signal, const Command *command, const Options *options)
{
    return machine_error(options, arena_printf(command->arena, "'%s' was ended by a signal (%s)",
                                               command->words.items[0], strsignal(signal)),
                         signal == SIGKILL ? "as where the machine or its container has no memory left"
                                           : usual_reason(command->arena));
}

static int spent_by(const Command *command, const Options *options)
{
    struct rlimit limit;
    getrlimit(RLIMIT_CPU, &limit);
    return machine_error(options, arena_printf(command->arena, "'%s' took the %llu seconds of processor time that it may",
                                               command->words.items[0], (unsigned long long)limit.rlim_cur),
                         "`ulimit -t` allows it more");
}

/* Somebody waits for what is no more than a figure. */
static int tell_late(const Options *options, const char *name)
{
    *options->is_late = true;
    fprintf(options_messages(options), "wavecc: the size of the machine code is not known: '%s' took more than %d seconds; "
            "--cc-seconds= allows it more, --code-size=off asks for none\n", name, options->cc_seconds);
    return EXIT_MACHINE;
}

/* Of a command that ended so. `*signal`: that asked us to end, else 0. */
static int status_of(CommandEnd end, int caught, const Command *command, Command only_c,
                     const Options *options, int *signal)
{
    const char *name = command->words.items[0];
    if (options->precompiles && end != COMMAND_DONE && end != COMMAND_INTERRUPTED)
        return EXIT_MACHINE;
    switch (end) {
    case COMMAND_DONE: return EXIT_DONE;
    case COMMAND_FAILED: return failed_for(command, only_c, options, signal);
    case COMMAND_KILLED: return killed_by(caught, command, options);
    case COMMAND_SPENT: return spent_by(command, options);
    case COMMAND_NOT_STARTED:
        return machine_error(options, arena_printf(command->arena, "cannot run '%s'", name),
                             strerror(errno));
    case COMMAND_LATE:
        if (options->is_late != NULL)
            return tell_late(options, name);
        return machine_error(options, arena_printf(command->arena, "'%s' took more than %d seconds", name,
                                          options->cc_seconds),
                             "--cc-seconds= allows it more");
    case COMMAND_INTERRUPTED: break;
    }
    *signal = caught;
    return EXIT_MACHINE;
}

/* ---- files ---- */

/* Known before the C compiler runs, so that no time is lost on a result with no place to go. */
static bool can_write_beside(Arena *arena, const char *output)
{
    const char *slash = strrchr(output, '/');
    const char *folder = slash == NULL     ? "."
                         : slash == output ? "/"
                         : arena_printf(arena, "%.*s", (int)(slash - output), output);
    return access(folder, W_OK | X_OK) == 0;
}

static bool write_file(const char *path, const Text *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool written = fwrite(text->bytes, 1, text->length, file) == text->length;
    return fclose(file) == 0 && written;
}

static bool copy_to(FILE *out, const char *path)
{
    char block[65536];
    FILE *file = fopen(path, "rb");
    for (size_t count; file != NULL && (count = fread(block, 1, sizeof block, file)) > 0;)
        if (fwrite(block, 1, count, out) != count)
            break; /* main tells it */
    return file != NULL && fclose(file) == 0;
}

static int print_file(const Options *options, const char *path)
{
    return copy_to(stdout, path) ? EXIT_DONE : machine_error(options, path, strerror(errno));
}

static int read_into(const Options *options, const char *path)
{
    char block[65536];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return machine_error(options, path, strerror(errno));
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        text_add(options->object, block, count);
    bool is_read = ferror(file) == 0;
    fclose(file);
    return is_read ? EXIT_DONE : machine_error(options, path, strerror(errno));
}

/* What the C compiler said, where standard error is not ours. */
static void tell_messages(const Options *options, const char *messages)
{
    copy_to(options_messages(options), messages);
    unlink(messages);
}

static int cannot_write(Arena *arena, const Options *options, const char *path)
{
    return machine_error(options, arena_printf(arena, "cannot write '%s'", path), strerror(errno));
}

/* The result to where it was wanted. */
static int put_in_place(Arena *arena, const Options *options, const char *result)
{
    const char *output = options->output;
    if (options->object != NULL)
        return read_into(options, result);
    if (output == NULL)
        return print_file(options, result);
    bool is_done = output_is_replaced(output) ? rename(result, output) == 0
                                              : output_copy(result, output);
    return is_done ? EXIT_DONE : cannot_write(arena, options, options->output);
}

/* NULL: they are missing. */
static const char *header_folder(Arena *arena)
{
    const char *header = own_find(arena, HEADER_PLACES, COUNT_OF(HEADER_PLACES));
    if (header == NULL)
        return NULL;
    return arena_copy_text(arena, header, (size_t)(strrchr(header, '/') - header));
}

CompileCInputs compile_c_inputs(Arena *arena, const Options *options)
{
    const char *compiler = c_compiler(arena, options);
    Command command = {.arena = arena};
    Text words = {0};
    bool is_linked = options->emit == EMIT_EXECUTABLE && !options->precompiles,
         is_made = options->emit == EMIT_SHARED || options->emit == EMIT_OBJECT ||
                   options->emit == EMIT_ASM;
    const char *library =
        is_linked ? own_find(arena, LIBRARY_PLACES, COUNT_OF(LIBRARY_PLACES)) : NULL;
    add(&command, compiler);
    add_code_options(&command, options, compiler);
    add_extra_words(&command);
    add_place(&command, options);
    if (is_made || library != NULL)
        add_kind(&command, options, library, NULL);
    for (int i = 0; i < command.words.count; i++)
        text_printf(&words, "%s\n", command.words.items[i]);
    CompileCInputs inputs = {compiler, find_on_path(arena, compiler),
                             arena_copy_text(arena, words.bytes, words.length),
                             header_folder(arena), library};
    text_free(&words);
    return inputs;
}

/* What a compilation is made with. */
typedef struct Tools {
    const char *compiler, *headers, *library, *mpi; /* NULL: missing, or not wanted */
    const char *folder; /* for what is temporary */
} Tools;

static Tools find_tools(Arena *arena, const Options *options, const char *folder, bool wants_mpi)
{
    return (Tools){c_compiler(arena, options), header_folder(arena),
                   own_find(arena, LIBRARY_PLACES, COUNT_OF(LIBRARY_PLACES)),
                   wants_mpi ? own_find(arena, MPI_PLACES, COUNT_OF(MPI_PLACES)) : NULL,
                   folder};
}

/* Without a source. */
static Command begin_command(Arena *arena, const Options *options, const Tools *tools)
{
    Command command = {.arena = arena, .folder = tools->folder};
    add(&command, tools->compiler);
    add_code_options(&command, options, tools->compiler);
    add(&command, arena_printf(arena, "-I%s", tools->headers));
    return command;
}

static Command new_command(Arena *arena, const Options *options, const Tools *tools,
                           const char *source)
{
    Command command = begin_command(arena, options, tools);
    add(&command, source);
    return command;
}

/* `is_part`: what is made is linked by itself. */
static void finish_command(Command *command, const Options *options, const Tools *tools,
                           bool is_part, const char *result)
{
    add_extra_words(command);
    add_place(command, options);
    if (is_part)
        add(command, "-c");
    else if (!options->precompiles)
        add_kind(command, options, tools->library, tools->mpi);
    add(command, "-o");
    add(command, result);
    add(command, NULL);
}

/* Without words where linking is not known, or nothing is linked. */
static LinkCommand find_linking(Arena *arena, const Options *options, const Tools *tools)
{
    bool is_linked = options->emit == EMIT_SHARED || options->emit == EMIT_EXECUTABLE;
    bool is_known = options->headers != NULL && is_clang(tools->compiler) && tools->mpi == NULL;
    if (!is_linked || !is_known)
        return (LinkCommand){0};
    Command behind = {.arena = arena};
    add_extra_words(&behind);
    add_kind(&behind, options, tools->library, NULL);
    add(&behind, NULL);
    behind.folder = tools->folder;
    return link_command(arena, options->headers, limits_of(options, &behind, NULL),
                        tools->compiler, behind.words.items);
}

static CommandEnd run_linking(Arena *arena, LinkCommand linking, CommandLimits limits,
                              const char *part, const char *result, int *signal)
{
    CommandEnd end = command_run(link_words(arena, linking, part, result), limits, signal);
    if (end == COMMAND_FAILED || end == COMMAND_KILLED)
        unlink(linking.answer);
    return end;
}

/* By the C compiler, where how it links is not known by itself. */
static CommandEnd link_part(Arena *arena, const Options *options, const Tools *tools,
                            LinkCommand linking, const char *part, const char *result, int *signal)
{
    Command command = {.arena = arena, .folder = tools->folder};
    CommandLimits limits = limits_of(options, &command, "/dev/null");
    if (linking.words != NULL)
        return run_linking(arena, linking, limits, part, result, signal);
    add(&command, tools->compiler);
    add(&command, part);
    finish_command(&command, options, tools, false, result);
    return command_run(command.words.items, limits, signal);
}

/* ---- what was compiled before ---- */

/* WAVECC_RT_CFLAGS may have words for which the C is not all that an object is made of, or for which
 * more is made than an object. */
static bool depends_on_its_words_alone(const char *extra)
{
    static const char *const ALONE[] = {"-O", "-m", "-D", "-U", "-fsanitize", "-fno-"};
    for (const char *at = extra != NULL ? extra : ""; *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool is_alone = length == 0;
        for (int i = 0; i < COUNT_OF(ALONE); i++)
            is_alone |= strncmp(at, ALONE[i], strlen(ALONE[i])) == 0;
        if (!is_alone)
            return false;
        at += length + (at[length] == ' ');
    }
    return true;
}

/* In options->cache; NULL: not there. */
typedef struct Kept {
    const char *result;
    const char *part; /* what an executable is linked of */
} Kept;

/* What debuggers read has names of the temporary folder and of the current one, and is not kept. */
static Kept find_kept(Arena *arena, const Options *options, const Text *text)
{
    bool may_be_kept = options->cache != NULL && !options->debug &&
                       depends_on_its_words_alone(getenv("WAVECC_RT_CFLAGS"));
    const char *folder = may_be_kept ? kernel_cache_folder(arena, options->cache) : NULL;
    Options part = *options;
    Kept kept = {NULL, NULL};
    part.emit = EMIT_OBJECT;
    if (folder != NULL && !options->shares_groups) /* by what mpicc links with, too */
        kept.result = kernel_cache_place(arena, folder, options, text);
    if (folder != NULL && options->emit == EMIT_EXECUTABLE)
        kept.part = kernel_cache_place(arena, folder, &part, text);
    return kept;
}

static bool take(const char *place, const char *path)
{
    return place != NULL && kernel_cache_take(place, path);
}

static void keep(Arena *arena, const char *path, const char *place)
{
    if (place != NULL)
        kernel_cache_keep(arena, path, place);
}

/* ---- quickly ---- */

static CommandEnd compile_behind_headers(Arena *arena, const Options *options, const Tools *tools,
                                         const Text *text, const char *source, bool is_part,
                                         const char *made, int *signal)
{
    Text rest = {0};
    Options quick = *options;
    if (options->headers != NULL)
        quick.first_header = headers_precompile(arena, options, text, &rest);
    bool is_written = write_file(source, quick.first_header != NULL ? &rest : text);
    text_free(&rest);
    if (!is_written)
        return COMMAND_FAILED;
    Command command = new_command(arena, &quick, tools, source);
    finish_command(&command, &quick, tools, is_part, made);
    return command_run(command.words.items, limits_of(options, &command, "/dev/null"), signal);
}

/* With what options->headers and options->cache keep. COMMAND_FAILED or COMMAND_KILLED, without a word: it is of
 * no use any more, or the C is not taken; then it is to be compiled as ever. */
static CommandEnd compile_quickly(Arena *arena, const Options *options, const Tools *tools,
                                  const Text *text, const char *source, const char *result,
                                  int *signal)
{
    const char *part = arena_printf(arena, "%s/part.o", tools->folder);
    Kept kept = find_kept(arena, options, text);
    if (take(kept.result, result))
        return COMMAND_DONE;
    LinkCommand linking = find_linking(arena, options, tools);
    bool is_part = kept.part != NULL || linking.words != NULL, has_part = take(kept.part, part);
    CommandEnd end = COMMAND_DONE;
    if (!has_part)
        end = compile_behind_headers(arena, options, tools, text, source, is_part,
                                     is_part ? part : result, signal);
    if (end == COMMAND_DONE && !has_part)
        keep(arena, part, kept.part);
    if (end == COMMAND_DONE && is_part)
        end = link_part(arena, options, tools, linking, part, result, signal);
    if (end == COMMAND_DONE)
        keep(arena, result, kept.result);
    return end;
}

/* ---- many at once ---- */

/* A text behind the headers that it begins with. */
typedef struct Behind {
    CompilePart *part;
    const char *header; /* NULL: not compiled with others, or no more */
    const char *source;
} Behind;

static Behind put_behind(Arena *arena, CompilePart *part, const char *source)
{
    const Options *options = part->options;
    Text rest = {0};
    const char *header = options->headers != NULL && !options->debug && options->emit == EMIT_SHARED
                             ? headers_precompile(arena, options, part->text, &rest) : NULL;
    bool is_written = header != NULL && write_file(source, &rest);
    text_free(&rest);
    return (Behind){part, is_written ? header : NULL, source};
}

/* By the same words. */
static bool goes_with(const Behind *one, const Behind *other)
{
    const Options *left = one->part->options, *right = other->part->options;
    return one->header != NULL && other->header != NULL && strcmp(one->header, other->header) == 0 &&
           left->optimisation == right->optimisation && left->leaves_as_written == right->leaves_as_written;
}

/* One start of clang for all the sources; false: it has failed, or how it compiles is not known. */
static bool compile_sources(Arena *arena, const Behind *first, const Tools *tools,
                            const char *const *sources, int count)
{
    Options quick = *first->part->options;
    int signal = 0;
    quick.first_header = first->header;
    Command command = begin_command(arena, &quick, tools);
    CommandLimits limits = limits_of(&quick, &command, "/dev/null");
    add_extra_words(&command);
    add_place(&command, &quick);
    add(&command, NULL);
    LinkCommand compiling = link_compilation(arena, quick.headers, limits, command.words.items);
    if (compiling.words == NULL)
        return false;
    CommandEnd end = command_run(link_compilation_words(arena, compiling, sources, count), limits, &signal);
    if (end == COMMAND_FAILED || end == COMMAND_KILLED)
        unlink(compiling.answer);
    return end == COMMAND_DONE;
}

static void link_behind(Arena *arena, const Behind *behind, const Tools *tools)
{
    const Options *options = behind->part->options;
    int signal = 0;
    const char *object = arena_printf(arena, "%.*s.o", (int)strlen(behind->source) - 2, behind->source);
    LinkCommand linking = find_linking(arena, options, tools);
    behind->part->is_made =
        link_part(arena, options, tools, linking, object, options->output, &signal) == COMMAND_DONE;
    if (!behind->part->is_made)
        unlink(options->output);
}

/* What goes with the first. */
static void compile_group(Arena *arena, Behind *first, Behind *end, const Tools *tools)
{
    VEC(const Behind *) group = {0};
    VEC(const char *) sources = {0};
    for (Behind *other = first; other < end; other++)
        if (goes_with(first, other)) {
            vec_push(arena, &group, other);
            vec_push(arena, &sources, other->source);
        }
    if (group.count > 1 && compile_sources(arena, first, tools, sources.items, sources.count))
        for (int i = 0; i < group.count; i++)
            link_behind(arena, group.items[i], tools);
    for (Behind *other = end; other-- > first;)
        if (goes_with(first, other))
            other->header = NULL;
}

void compile_c_many(CompilePart *parts, int count, const char *folder)
{
    Arena *arena = arena_new("compile_c_many");
    Behind *all = ARENA_ARRAY(arena, Behind, count);
    for (int i = 0; i < count; i++)
        all[i] = put_behind(arena, &parts[i], arena_printf(arena, "%s/%d.c", folder, i));
    for (int i = 0; i < count; i++) {
        if (all[i].header == NULL)
            continue;
        Tools tools = find_tools(arena, parts[i].options, folder, false);
        if (is_clang(tools.compiler))
            compile_group(arena, &all[i], all + count, &tools);
    }
    arena_drop(arena);
}

/* ---- one ---- */

static int compile_in(Arena *arena, const Options *options, const Text *text, const char *folder,
                      int *signal)
{
    const char *source =
        options->precompiles ? options->first_header : arena_printf(arena, "%s/kernels.c", folder);
    bool is_beside = options->output != NULL && output_is_replaced(options->output);
    const char *result = is_beside
                             ? output_beside(arena, options->output)
                             : arena_printf(arena, "%s/result", folder);
    bool wants_mpi = options->shares_groups && options->emit == EMIT_EXECUTABLE;
    Tools tools = find_tools(arena, options, folder, wants_mpi);
    if (tools.headers == NULL || (tools.library == NULL && options->emit == EMIT_EXECUTABLE))
        return machine_error(options, "wavecc's runtime is missing", "it belongs beside the compiler");
    if (wants_mpi && tools.mpi == NULL)
        return machine_error(options, "wavecc was built without MPI",
                             "install MPICH or Open MPI (Debian: apt-get install mpich "
                             "libmpich-dev), and build wavecc again");
    Command command = new_command(arena, options, &tools, source);
    Command only_c = {.arena = arena, .folder = folder};
    for (int i = 0; i < command.words.count; i++)
        add(&only_c, command.words.items[i]);
    finish_command(&command, options, &tools, false, result);
    if (options->show_commands) {
        print_command(&command);
        return EXIT_DONE;
    }
    if (is_beside && !can_write_beside(arena, options->output))
        return cannot_write(arena, options, options->output);
    const char *own_messages = options->host != NULL || options->precompiles
                                   ? arena_printf(arena, "%s/messages", folder)
                                   : NULL; /* goes with the folder, if nobody wants it */
    int caught = 0;
    CommandEnd end = COMMAND_FAILED;
    bool has_help = options->headers != NULL || options->cache != NULL;
    if (has_help && !options->precompiles && knows_precompiled_headers(tools.compiler))
        end = compile_quickly(arena, options, &tools, text, source, result, &caught);
    bool is_quick = end != COMMAND_FAILED && end != COMMAND_KILLED;
    if (!is_quick && !options->precompiles && !write_file(source, text))
        return machine_error(options, source, strerror(errno));
    if (!is_quick)
        end = command_run(command.words.items, limits_of(options, &command, own_messages), &caught);
    int status = status_of(end, caught, &command, only_c, options, signal);
    if (options->host != NULL && !is_quick && !options->precompiles)
        tell_messages(options, own_messages);
    if (status == EXIT_DONE)
        status = put_in_place(arena, options, result);
    unlink(result);
    return status;
}

static void remove_files(Arena *arena, const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        unlink(arena_printf(arena, "%s/%s", folder, entry->d_name));
    if (entries != NULL)
        closedir(entries);
}

/* A child of the C compiler's that outlives it for a moment may make one more file. */
static void remove_folder(Arena *arena, const char *folder)
{
    for (int i = 0; i < 3 && rmdir(folder) != 0; i++)
        remove_files(arena, folder);
}

int compile_c(const Options *options, const Text *text)
{
    Arena *arena = arena_new("compile_c");
    const char *temporary = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/wavecc-XXXXXX",
                                temporary != NULL && *temporary ? temporary : "/tmp");
    sigset_t before;
    int signal = 0, status;
    bool is_alone = options->host == NULL;
    if (is_alone)
        command_hold_signals(&before);
    if (mkdtemp(folder) != NULL) {
        status = compile_in(arena, options, text, folder, &signal);
        remove_folder(arena, folder);
    } else {
        status = machine_error(options, folder, strerror(errno));
    }
    if (is_alone)
        command_release_signals(&before);
    arena_drop(arena);
    if (signal != 0)
        raise(signal);
    return status;
}
