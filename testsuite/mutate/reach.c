/* Which tests reach a line, quickest first.
 *
 *     reach TESTS TRACES FILE FIRST LINE PROGRAM=SITES...
 *
 * TESTS: lines "NUMBER SECONDS NAME". TRACES/NUMBER.PROGRAM: what ran (trace.c). SITES: lines "OFFSET FILE:LINE", the
 * places that PROGRAM is traced at. A line of a function that begins at FIRST is reached where the last place before
 * it, or it itself, is. For any other (FIRST is 0, or the function has no such place) those tests are told that reach
 * the file or, if it has no code, its folder. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Site {
    uint32_t offset;
    int program, line;
    enum { ELSEWHERE, IN_FOLDER, IN_FILE } where;
} Site;

typedef struct Test {
    int number;
    double seconds;
    char name[512];
} Test;

typedef struct Sites {
    Site *at;
    size_t count;
} Sites;

static void *grown(void *memory, size_t count, size_t size)
{
    if ((count & (count - 1)) == 0 && !(memory = realloc(memory, (count ? 2 * count : 1) * size)))
        abort();
    return memory;
}

static bool same_folder(const char *left, const char *right)
{
    const char *end = strrchr(right, '/');
    size_t length = end ? (size_t)(end - right) + 1 : 0;
    return !strncmp(left, right, length) && !strchr(left + length, '/');
}

static FILE *open_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

static void read_sites(Sites *sites, int program, const char *path, const char *wanted)
{
    FILE *file = open_text(path);
    char name[1024];
    for (Site site = {.program = program};
         fscanf(file, "%x %1023[^:]:%d%*[^\n]", &site.offset, name, &site.line) == 3;) {
        site.where = !strcmp(name, wanted) ? IN_FILE
                     : same_folder(name, wanted) ? IN_FOLDER : ELSEWHERE;
        if (site.where == ELSEWHERE)
            continue;
        sites->at = grown(sites->at, sites->count, sizeof *sites->at);
        sites->at[sites->count++] = site;
    }
    fclose(file);
}

/* Keeps the places that say whether the line is reached; gives what they say it of. */
static const char *pick(Sites *sites, int first, int line)
{
    int best = 0;
    bool has_code = false;
    for (size_t i = 0; i < sites->count; i++) {
        const Site *site = &sites->at[i];
        has_code |= site->where == IN_FILE;
        if (site->where == IN_FILE && first && site->line <= line && site->line > best &&
            site->line >= first - 3)
            best = site->line;
    }
    size_t kept = 0;
    for (size_t i = 0; i < sites->count; i++) {
        const Site *site = &sites->at[i];
        if (best ? site->where == IN_FILE && site->line == best
                 : !has_code || site->where == IN_FILE)
            sites->at[kept++] = *site;
    }
    sites->count = kept;
    return best ? "line" : has_code ? "file" : "folder";
}

static bool reaches(const Test *test, const char *traces, char **programs, const Sites *sites)
{
    bool found = false;
    for (int program = 0; programs[program] && !found; program++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%d.%.*s", traces, test->number,
                 (int)strcspn(programs[program], "="), programs[program]);
        int file = open(path, O_RDONLY);
        for (size_t i = 0; file >= 0 && i < sites->count && !found; i++) {
            uint32_t place = sites->at[i].offset / 4;
            uint8_t byte = 0;
            found = sites->at[i].program == program && pread(file, &byte, 1, place / 8) == 1 &&
                    byte >> place % 8 & 1;
        }
        if (file >= 0)
            close(file);
    }
    return found;
}

static int by_seconds(const void *left, const void *right)
{
    const Test *one = left, *other = right;
    return one->seconds < other->seconds ? -1 : one->seconds > other->seconds;
}

int main(int argc, char **argv)
{
    if (argc < 7) {
        fprintf(stderr, "usage: %s TESTS TRACES FILE FIRST LINE PROGRAM=SITES...\n", argv[0]);
        return 2;
    }
    Sites sites = {0};
    for (int i = 6; i < argc; i++)
        read_sites(&sites, i - 6, strchr(argv[i], '=') + 1, argv[3]);
    fprintf(stderr, "%s\n", pick(&sites, atoi(argv[4]), atoi(argv[5])));
    Test *tests = NULL;
    size_t count = 0;
    FILE *file = open_text(argv[1]);
    for (Test test; fscanf(file, "%d %lf %511[^\n]", &test.number, &test.seconds, test.name) == 3;)
        if (reaches(&test, argv[2], argv + 6, &sites)) {
            tests = grown(tests, count, sizeof *tests);
            tests[count++] = test;
        }
    fclose(file);
    if (count)
        qsort(tests, count, sizeof *tests, by_seconds);
    for (size_t i = 0; i < count; i++)
        printf("%.2f %s\n", tests[i].seconds, tests[i].name);
    free(tests);
    free(sites.at);
    return 0;
}
