/* From paths to jobs: folders are searched for .test and .yaml files and for unit tests in .hlsl
 * files, lists and filters pick among them, and each test is crossed with the C compilers and
 * targets asked for. */
#include <dirent.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jobs.h"

typedef struct Found {
    const char *path, *folder;
    const char *shown;    /* "path", or "path:function" of a unit test */
    const char *fault;    /* why there is no test */
    TestFile *test;
} Found;

typedef struct Collector {
    Arena *arena;
    const Settings *settings;
    VEC(Found) found;
    int variants; /* of the jobs so far, before --every */
} Collector;

static bool complain(const char *what, const char *why)
{
    fprintf(stderr, "wavetest: error: %s: %s\n", what, why);
    return false;
}

/* ---- paths ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

static void add_found(Collector *collector, const char *path, const char *folder)
{
    vec_push(collector->arena, &collector->found,
             (Found){.path = path, .shown = path, .folder = *folder ? folder : "."});
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Folders hold other YAML, too: jobs, what a CI runs. */
static bool is_split_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    bool is_split = file == NULL; /* told when it is run */
    while (!is_split && getline(&line, &capacity, file) >= 0)
        is_split = strncmp(line, "#--- ", 5) == 0;
    free(line);
    if (file != NULL)
        fclose(file);
    return is_split;
}

/* `folder` is where `path` lies below the folder that was named. */
static bool search_folder(Collector *collector, const char *path, const char *folder)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        return complain(path, strerror(errno));
    bool found = true;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *full = arena_printf(collector->arena, "%s/%s", path, name);
        if (name[0] != '.' && is_folder(full))
            found = search_folder(collector, full,
                                  arena_printf(collector->arena, "%s%s%s", folder,
                                               *folder ? "/" : "", name)) &&
                    found;
        else if (name[0] != '.' &&
                 (ends_with(name, ".test") || ends_with(name, ".hlsl") ||
                  (ends_with(name, ".yaml") && is_split_file(full))))
            add_found(collector, full, folder);
        free(entries[i]);
    }
    free(entries);
    return found;
}

static const char *folder_of(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? arena_copy_text(arena, path, (size_t)(slash - path)) : ".";
}

/* Calls `take` with each line of a file that is not empty. */
static bool each_line(Collector *collector, const char *path,
                      void (*take)(Collector *collector, const char *line))
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (file == NULL)
        return complain(path, strerror(errno));
    for (ssize_t length; (length = getline(&line, &capacity, file)) >= 0;) {
        length = (ssize_t)strcspn(line, "\r\n");
        if (length > 0)
            take(collector, arena_copy_text(collector->arena, line, (size_t)length));
    }
    free(line);
    fclose(file);
    return true;
}

static void take_listed(Collector *collector, const char *line)
{
    const Settings *settings = collector->settings;
    const char *root = settings->paths.count > 0 ? settings->paths.items[0] : ".";
    add_found(collector, arena_printf(collector->arena, "%s/%s", root, line),
              folder_of(collector->arena, line));
}

/* "path" or "path<tab>function". */
static void take_failed(Collector *collector, const char *line)
{
    const char *tab = strchr(line, '\t');
    const char *path =
        tab != NULL ? arena_copy_text(collector->arena, line, (size_t)(tab - line)) : line;
    add_found(collector, path, folder_of(collector->arena, path));
    collector->found.items[collector->found.count - 1].shown =
        tab != NULL ? arena_printf(collector->arena, "%s:%s", path, tab + 1) : path;
}

static bool find_path(Collector *collector, const char *path)
{
    if (is_folder(path))
        return search_folder(collector, path, "");
    if (access(path, R_OK) != 0)
        return complain(path, strerror(errno));
    add_found(collector, path, folder_of(collector->arena, path));
    return true;
}

static bool find_all(Collector *collector)
{
    const Settings *settings = collector->settings;
    if (settings->from != NULL)
        return each_line(collector, settings->from, take_listed);
    if (settings->rerun_failed && settings->paths.count == 0)
        return each_line(collector, settings->state, take_failed);
    for (int i = 0; i < settings->paths.count; i++)
        if (!find_path(collector, settings->paths.items[i]))
            return false;
    return true;
}

/* ---- filters ---- */

static bool filter_found(Collector *collector, const char *pattern, bool *kept)
{
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return complain(pattern, "this is no regular expression");
    for (int i = 0; i < collector->found.count; i++)
        kept[i] = kept[i] || regexec(&regex, collector->found.items[i].shown, 0, NULL, 0) == 0;
    regfree(&regex);
    return true;
}

static void keep_only(Collector *collector, const bool *kept)
{
    int count = 0;
    for (int i = 0; i < collector->found.count; i++)
        if (kept[i])
            collector->found.items[count++] = collector->found.items[i];
    collector->found.count = count;
}

static bool apply_filters(Collector *collector)
{
    const Settings *settings = collector->settings;
    bool *kept = ARENA_ARRAY(collector->arena, bool, collector->found.count + 1);
    for (int i = 0; i < settings->filters.count; i++)
        if (!filter_found(collector, settings->filters.items[i], kept))
            return false;
    if (settings->filters.count > 0)
        keep_only(collector, kept);
    return true;
}

static bool is_same_file(const char *left, const char *right)
{
    struct stat one, other;
    return stat(left, &one) == 0 && stat(right, &other) == 0 && one.st_ino == other.st_ino &&
           one.st_dev == other.st_dev;
}

static const char *function_of(const Found *found) { return found->shown + strlen(found->path); }

/* The same test; of an HLSL file that could not be read then, all of it. */
static bool is_same_test(const Found *found, const Found *failed)
{
    const char *function = function_of(failed);
    return is_same_file(found->path, failed->path) &&
           (*function == '\0' || strcmp(function_of(found), function) == 0);
}

static bool keep_failed(Collector *collector)
{
    Collector failed = {.arena = collector->arena, .settings = collector->settings};
    bool *kept = ARENA_ARRAY(collector->arena, bool, collector->found.count + 1);
    if (!each_line(&failed, collector->settings->state, take_failed))
        return false;
    for (int i = 0; i < collector->found.count; i++)
        for (int j = 0; j < failed.found.count && !kept[i]; j++)
            kept[i] = is_same_test(&collector->found.items[i], &failed.found.items[j]);
    keep_only(collector, kept);
    return true;
}

/* ---- tests of files ---- */

static void read_test(Collector *collector, Found found)
{
    Reader reader = {collector->arena, found.path, NULL};
    found.test = testfile_read(&reader);
    found.fault = reader.fault;
    vec_push(collector->arena, &collector->found, found);
}

/* A file whose tests cannot be found is one test that fails. */
static void read_units(Collector *collector, Found found)
{
    Reader reader = {collector->arena, found.path, NULL};
    TestFileList tests = {0};
    found.shown = found.path;
    if (!unit_tests_find(&reader, collector->settings, &tests)) {
        found.fault = reader.fault;
        vec_push(collector->arena, &collector->found, found);
    }
    for (int i = 0; i < tests.count; i++) {
        found.test = tests.items[i];
        found.shown = arena_printf(collector->arena, "%s:%s", found.path, found.test->unit);
        vec_push(collector->arena, &collector->found, found);
    }
}

/* Files become tests: one, or an HLSL file's unit tests. A file named twice (two failed functions)
 * counts once. */
static void read_files(Collector *collector)
{
    Collector files = *collector;
    memset(&collector->found, 0, sizeof collector->found);
    for (int i = 0; i < files.found.count; i++) {
        bool again = i > 0 && strcmp(files.found.items[i].path, files.found.items[i - 1].path) == 0;
        if (!again) {
            bool is_hlsl = ends_with(files.found.items[i].path, ".hlsl");
            (is_hlsl ? read_units : read_test)(collector, files.found.items[i]);
        }
    }
}

/* ---- jobs ---- */

/* Leaves one of the wave sizes, or two half of all apart, which a hash of the test's name picks: a
 * folder's tests have all of them. */
static void keep_some(const char *path, int kept, bool wave_sizes[WAVE_SIZE_COUNT])
{
    uint64_t hash = hash_of_name(path);
    int waves[WAVE_SIZE_COUNT], count = 0;
    for (int wave = 0; wave < WAVE_SIZE_COUNT; wave++)
        if (wave_sizes[wave])
            waves[count++] = wave;
    memset(wave_sizes, 0, WAVE_SIZE_COUNT * sizeof *wave_sizes);
    int first = count > 0 ? (int)(hash % (unsigned)count) : 0;
    for (int i = 0; i < kept && i < count; i++)
        wave_sizes[waves[(first + i * (count / 2)) % count]] = true;
}

static void add_variants(const Settings *settings, const TestFile *test, Job *job)
{
    bool wave_sizes[WAVE_SIZE_COUNT];
    for (int wave = 0; wave < WAVE_SIZE_COUNT; wave++)
        wave_sizes[wave] = settings->wave_sizes[wave] && (test == NULL || test->wave_sizes[wave]);
    if (settings->picked_wave_sizes > 0)
        keep_some(job->path, settings->picked_wave_sizes, wave_sizes);
    for (int wave = 0; wave < WAVE_SIZE_COUNT; wave++)
        for (int i = 0; i < settings->worker_count && wave_sizes[wave]; i++)
            job->variants[job->variant_count++] = (Variant){.wave = wave,
                                                            .workers = settings->workers[i]};
}

/* A number that shares no divisor with that of the wave sizes brings all of them in turn. */
static void keep_every(Collector *collector, Job *job)
{
    int count = job->variant_count, every = collector->settings->every;
    if (every == 0)
        return;
    job->variant_count = 0;
    for (int i = 0; i < count; i++)
        if (collector->variants++ % every == 0)
            job->variants[job->variant_count++] = job->variants[i];
}

static void set_all(Job *job, Outcome outcome, const char *message)
{
    for (int i = 0; i < job->variant_count; i++) {
        job->variants[i].outcome = outcome;
        job->variants[i].message = message;
    }
}

static Job *new_job(Collector *collector, const Found *found)
{
    const Settings *settings = collector->settings;
    TestFile *test = found->test;
    Reader reader = {collector->arena, found->path, found->fault};
    Job *job = ARENA_NEW(collector->arena, Job);
    *job = (Job){.path = found->path, .shown = found->shown, .folder = found->folder, .test = test};
    add_variants(settings, test, job);
    keep_every(collector, job);
    Features features = {settings->features.items, settings->features.count};
    if (test != NULL && settings->honour_markers &&
        !markers_judge(&reader, test, features, &job->verdict))
        job->test = NULL;
    if (job->test == NULL)
        set_all(job, ends_with(found->path, ".hlsl") ? OUTCOME_REJECTED : OUTCOME_BAD_TEST,
                reader.fault);
    else if (job->verdict == VERDICT_SKIP)
        set_all(job, OUTCOME_SKIPPED, "UNSUPPORTED");
    return job;
}

static void add_jobs(Collector *collector, const Found *found, JobList *jobs)
{
    const Settings *settings = collector->settings;
    int compilers = settings->compilers.count > 0 ? settings->compilers.count : 1;
    int targets = settings->targets.count > 0 ? settings->targets.count : 1;
    for (int i = 0; i < compilers * targets; i++) {
        Job *job = new_job(collector, found);
        job->compiler =
            settings->compilers.count > 0 ? settings->compilers.items[i / targets] : NULL;
        job->target = settings->targets.count > 0 ? settings->targets.items[i % targets] : NULL;
        if (job->variant_count > 0 || settings->every == 0)
            vec_push(collector->arena, jobs, job);
    }
}

/* In turn, since tests of one folder take about as long. What failed in a shard is that shard's
 * already: its state has nothing else. */
static void keep_shard(const Settings *settings, JobList *jobs)
{
    int count = jobs->count;
    if (settings->shards == 0 || settings->rerun_failed)
        return;
    jobs->count = 0;
    for (int i = settings->shard - 1; i < count; i += settings->shards)
        jobs->items[jobs->count++] = jobs->items[i];
}

bool jobs_collect(Arena *arena, const Settings *settings, JobList *jobs)
{
    Collector collector = {.arena = arena, .settings = settings};
    if (!find_all(&collector))
        return false;
    read_files(&collector);
    if (!apply_filters(&collector) || (settings->rerun_failed && !keep_failed(&collector)))
        return false;
    for (int i = 0; i < collector.found.count; i++)
        add_jobs(&collector, &collector.found.items[i], jobs);
    if (jobs->count == 0)
        return complain("no tests", "the paths and filters leave none");
    keep_shard(settings, jobs);
    return true;
}
