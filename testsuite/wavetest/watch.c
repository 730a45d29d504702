/* --watch: runs tests again when a file that they are made of changes: the test itself, its HLSL
 * file, what that includes. inotify watches the folders of all these files and those below the
 * paths given, where new tests may appear. Editors write a file in several steps, so a change
 * counts once nothing more happens for a moment. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "jobs.h"

enum { MOMENT = 100 /* milliseconds */, NOTHING_CHANGED = -1 };

typedef struct Known { /* a test that has run */
    const char *name;
    WordList files; /* absolute paths */
} Known;

typedef struct Folder {
    int watch;
    const char *path;
} Folder;

typedef struct Watch {
    Arena *arena; /* of all that follows */
    const Settings *settings;
    int inotify;
    VEC(Known) tests;
    VEC(Folder) folders;
    WordList changed; /* absolute paths */
} Watch;

/* ---- lists of words ---- */

static bool has_word(const WordList *list, const char *word)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i], word) == 0)
            return true;
    return false;
}

static const char *absolute(Watch *watch, const char *path)
{
    char full[PATH_MAX];
    const char *found = realpath(path, full) != NULL ? full : path;
    return arena_copy_text(watch->arena, found, strlen(found));
}

/* ---- folders ---- */

static void watch_folder(Watch *watch, const char *path)
{
    int number =
        inotify_add_watch(watch->inotify, path,
                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE);
    for (int i = 0; i < watch->folders.count; i++)
        if (watch->folders.items[i].watch == number)
            return;
    if (number >= 0)
        vec_push(watch->arena, &watch->folders, (Folder){number, absolute(watch, path)});
}

static void watch_folder_of(Watch *watch, const char *path)
{
    const char *slash = strrchr(path, '/');
    watch_folder(watch, slash == NULL   ? "."
                        : slash == path ? "/"
                        : arena_copy_text(watch->arena, path, (size_t)(slash - path)));
}

static void watch_tree(Watch *watch, const char *path)
{
    DIR *listing = opendir(path);
    if (listing != NULL)
        watch_folder(watch, path);
    for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;)
        if (entry->d_name[0] != '.' && (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN))
            watch_tree(watch, arena_printf(watch->arena, "%s/%s", path, entry->d_name));
    if (listing != NULL)
        closedir(listing);
}

/* ---- tests ---- */

static const char *name_of(Arena *arena, const Job *job)
{
    return arena_printf(arena, "%s\t%s\t%s", job->shown, job->compiler ? job->compiler : "",
                        job->target ? job->target : "");
}

static Known *find_known(Watch *watch, const char *name)
{
    for (int i = 0; i < watch->tests.count; i++)
        if (strcmp(watch->tests.items[i].name, name) == 0)
            return &watch->tests.items[i];
    return NULL;
}

/* Notes which files the job was made of. */
static void learn(Watch *watch, const Job *job)
{
    const char *name = name_of(watch->arena, job);
    Known *known = find_known(watch, name);
    if (known == NULL) {
        vec_push(watch->arena, &watch->tests, (Known){.name = name});
        known = &watch->tests.items[watch->tests.count - 1];
    }
    known->files.count = 0;
    vec_push(watch->arena, &known->files, absolute(watch, job->path));
    for (const char *at = job->files; at != NULL && *at != '\0';
         at += strcspn(at, "\n"), at += *at == '\n')
        vec_push(watch->arena, &known->files, arena_copy_text(watch->arena, at, strcspn(at, "\n")));
    for (int i = 0; i < known->files.count; i++)
        watch_folder_of(watch, known->files.items[i]);
}

/* New, or made of a file that changed. What could not be read may be well after any change. */
static bool is_affected(Watch *watch, Arena *arena, const Job *job)
{
    const Known *known = find_known(watch, name_of(arena, job));
    if (known == NULL || job->test == NULL)
        return true;
    for (int i = 0; i < known->files.count; i++)
        if (has_word(&watch->changed, known->files.items[i]))
            return true;
    return false;
}

/* ---- changes ---- */

static void note_event(Watch *watch, const struct inotify_event *event)
{
    for (int i = 0; i < watch->folders.count && event->len > 0; i++) {
        if (watch->folders.items[i].watch != event->wd)
            continue;
        const char *path =
            arena_printf(watch->arena, "%s/%s", watch->folders.items[i].path, event->name);
        if (event->mask & IN_ISDIR)
            watch_tree(watch, path);
        if (!has_word(&watch->changed, path))
            vec_push(watch->arena, &watch->changed, path);
        return;
    }
}

static void read_events(Watch *watch)
{
    char block[16384] __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t count = read(watch->inotify, block, sizeof block);
    for (ssize_t at = 0; at < count;) {
        const struct inotify_event *event = (const struct inotify_event *)(block + at);
        note_event(watch, event);
        at += (ssize_t)(sizeof *event + event->len);
    }
}

static void wait_for_changes(Watch *watch)
{
    struct pollfd end = {.fd = watch->inotify, .events = POLLIN};
    watch->changed.count = 0;
    for (int wait = -1; poll(&end, 1, wait) > 0; wait = MOMENT)
        read_events(watch);
}

/* ---- rounds ---- */

static int run_round(Watch *watch, bool first, RunJobs *run)
{
    Arena *arena = arena_new("round");
    JobList all = {0}, affected = {0};
    int status = NOTHING_CHANGED;
    bool collected = jobs_collect(arena, watch->settings, &all);
    for (int i = 0; i < all.count; i++)
        if (first || is_affected(watch, arena, all.items[i]))
            vec_push(arena, &affected, all.items[i]);
    if (affected.count > 0)
        status = run(arena, watch->settings, &affected);
    for (int i = 0; i < affected.count; i++)
        learn(watch, affected.items[i]);
    arena_drop(arena);
    return !collected && first ? EXIT_BAD_USAGE : status;
}

int watch_tests(const Settings *settings, RunJobs *run)
{
    Watch watch = {.arena = arena_new("watch"), .settings = settings,
                   .inotify = inotify_init1(IN_CLOEXEC)};
    if (watch.inotify < 0)
        fprintf(stderr, "wavetest: error: --watch: %s\n", strerror(errno));
    for (int i = 0; i < settings->paths.count; i++)
        watch_tree(&watch, settings->paths.items[i]);
    int status = watch.inotify < 0 ? EXIT_BAD_USAGE : run_round(&watch, true, run);
    while (status != EXIT_BAD_USAGE) {
        if (status != NOTHING_CHANGED)
            fprintf(stderr, "watching %d folders for changes\n", watch.folders.count);
        wait_for_changes(&watch);
        status = run_round(&watch, false, run);
    }
    arena_drop(watch.arena);
    return status;
}
