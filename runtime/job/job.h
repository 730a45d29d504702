/* job: several passes over resources that have names of their own, as a YAML file says them
 * (docs/jobs.md). Data flows
 *
 *     file --read.c--> JobFile --check.c--> the same with its names resolved --run.c--> files
 *
 * Everything that can be wrong with it is found before anything is loaded or run. */
#ifndef WCC_JOB_H
#define WCC_JOB_H

#include "host/session.h"
#include "pipeline.h"
#include "text.h"

typedef struct JobShader {
    JobText name, file, stage, entry; /* without a name it is called as its file */
    JobList options, entries, dispatch;
    JobPlace place;
    const WccModule *module; /* the caller's, before the job is checked */
} JobShader;

/* What numbers at random are like: of seed and position alone, so that they are the same
 * everywhere. */
typedef struct JobRandom {
    JobPlace place;
    JobCount seed;
    JobList range;        /* uniform: [from, to); normal: [mean, deviation] */
    JobText distribution; /* uniform, normal */
} JobRandom;

typedef struct JobResource {
    JobText name;
    JobPlace place;
    JobList size, in, fill;
    JobText out, mips, format;
    JobCount counter;
    JobRandom random;
    /* pipeline.c */
    const JobBuffer *buffer; /* of the suite's, which says what it holds; NULL: none does */
    uint32_t block;
    /* resolve.c */
    const WccResourceInfo *info; /* as its first writer declares it, or its first reader */
    /* check.c */
    const TexelFormat *texels; /* what format: says; NULL: nothing */
    /* sizes.c */
    Extent extent;
    enum { SIZE_UNKNOWN, SIZE_ASKED, SIZE_KNOWN } sized; /* ASKED: while it is being found */
    /* run.c */
    Storage *storage; /* what the name means now: swaps change it */
} JobResource;

typedef struct JobSampler {
    JobText name, state;
    JobSuiteSampler suite;
    JobPlace place;
} JobSampler;

/* A shader's resource, and which of the job's is bound to it. */
typedef struct JobBinding {
    Slot slot;
    JobResource *resource; /* or */
    JobSampler *sampler;
    JobPlace place; /* of the pass, or of what it says of this one */
} JobBinding;

/* A cbuffer member. */
typedef struct JobSet {
    Constant constant;
    const JobPair *written;
    bool varies; /* there is an expression in it */
} JobSet;

typedef struct JobPass {
    const struct JobItem *item;
    const WccModule *module;
    const WccEntry *entry;
    const WccVariant *variant;
    Order order;
    JobBinding *bindings;
    size_t binding_count;
    JobSet *sets;
    size_t set_count;
    JobResource *indirect; /* NULL: the size is not in a buffer */
    uint32_t indirect_offset;
    /* run.c */
    Bindings bound;
    WccTimes times;
    uint64_t runs;
} JobPass;

/* Where a resource goes while the job runs: "frame_%04d.png". */
typedef struct JobSave {
    const JobPair *written;
    JobResource *resource;
    uint64_t count; /* of files so far */
} JobSave;

typedef struct JobItems {
    struct JobItem *items;
    size_t count;
} JobItems;

/* A pass, or several that are repeated together; what is saved and swaps names behind each turn. */
typedef struct JobItem {
    JobPlace place;
    JobText entry, shader, indirect, order, as;
    JobList dispatch, threads;
    JobPairs binds, sets, counters, saves;
    JobCount wave_size, repeat, every;
    JobLists swaps;
    JobItems items;
    /* resolve.c */
    const struct JobItem *outer; /* NULL: the job's own */
    JobPass *pass;               /* NULL: of items alone */
    JobSave *to_save;            /* saves.count of them */
    /* run.c */
    uint64_t turn; /* of its repeat: */
} JobItem;

typedef struct JobShaders {
    JobShader *items;
    size_t count;
} JobShaders;

typedef struct JobResources {
    JobResource *items;
    size_t count;
} JobResources;

typedef struct JobSamplers {
    JobSampler *items;
    size_t count;
} JobSamplers;

typedef struct JobFile {
    JobSource source;
    JobPlace place;
    JobShaders shaders;
    JobResources resources;
    JobSamplers samplers;
    JobPairs binds, lets;
    JobItems passes;
    JobPipeline pipeline;
    /* run.c: of --time; 0: it compiles nothing */
    double compile_ms, load_ms, save_ms;
    Archives archives; /* run.c: what waits to be written */
    const char *folder; /* that outputs go to; NULL: where they say */
    JobCount workers, wave_size;
    JobText order;
    double timeout_seconds;
    JobText timeout;
    Ranks *ranks;  /* who else runs groups; NULL: nobody */
    bool is_stuck; /* a kernel still runs on its memory after a time-out */
} JobFile;

/* Where an expression is written, and what was found out about the names in it. */
typedef struct Scope {
    JobFile *job;
    const JobItem *item; /* whose turns and those around it are meant; NULL: of no pass */
    bool is_unknown;     /* a size was asked for that is not known yet */
    bool is_placed;      /* the reason of a failure has its place already */
    unsigned depth;      /* of names of let: in each other */
} Scope;

/* read.c */

/* Reads a job; to be freed in any case, after which `path` is not used any more. Memory that a
 * kernel still uses stays. */
bool job_read(Report *report, const char *path, JobFile *job);
/* The same of text, which came from there. */
bool job_read_text(Report *report, const char *path, const char *text, size_t length,
                   JobFile *job);
void job_free(JobFile *job);
/* The path of an input as the job's file means it, in the folder that it lies in; as it is where it
 * was typed. NULL: no memory. */
const char *job_path(JobFile *job, const JobText *path);
/* What --in, --out and --size say of the job's resources. */
bool job_take_typed(JobFile *job, const CommandLine *line);

/* pipeline_job.c */

/* The suite's words become the job's own: buffers are resources, and a shader with an Entry is a
 * pass where there are none. */
bool job_take_pipeline(JobFile *job);

/* pipeline_bind.c */

/* Whether all that is bound is there. */
bool job_check_descriptors(JobFile *job);
/* What a row of a resource that the pass uses is bound to, by its register; neither resource nor
 * sampler where nothing is said of it. */
bool job_bind_register(const JobFile *job, Slot slot, JobBinding *binding);

/* pipeline_blocks.c */

/* Of a block, as the shader's resource takes it. */
Extent job_block_extent(const JobResource *resource);
Storage *job_load_block(JobFile *job, const JobResource *resource);
/* What the storage holds, as the file would write it: buffer->bytes of them. */
bool job_read_block(JobFile *job, const JobResource *resource, uint8_t *bytes);

/* pipeline_results.c */

/* Whether the buffers hold what is expected of them; the reason names the first number that does
 * not. */
bool job_check_results(JobFile *job);

/* names.c */

bool job_check_names(const JobFile *job);
/* The name of its turns. */
bool job_check_repetition(const JobFile *job, const JobItem *item);
JobResource *job_find_resource(const JobFile *job, const char *name);
JobSampler *job_find_sampler(const JobFile *job, const char *name);
NameList job_resource_names(const JobFile *job);
bool job_fail_no_resource(const JobFile *job, const JobText *name);

/* resolve.c */

/* Finds all that is named, in the shaders' modules. */
bool job_resolve(JobFile *job, const CommandLine *line);
/* swaps.c */

bool job_check_swapped_names(const JobFile *job, const JobItem *item);
/* Names that no pass binds are what those are that they change places with. Gives whether there was
 * one. */
bool job_share_types(JobFile *job, const JobItems *items);
bool job_check_swaps(JobFile *job, const JobItems *items);
/* As far as they are known. */
bool job_check_swapped_sizes(JobFile *job, const JobItems *items);
/* The first name gets what the second means, and so on; the last gets the first's. */
void job_swap_names(JobFile *job, const JobList *names);

/* bindings.c */

/* Whether what the job binds in all passes is a resource of some shader. */
bool job_check_binds(const JobFile *job);
/* Finds what is bound to all that the pass uses. */
bool job_bind(JobFile *job, const JobItem *item, JobPass *pass);
/* NULL: nothing is bound to the row. */
const JobBinding *job_find_binding(const JobPass *pass, uint32_t row);

/* scope.c */

/* The innermost item around it, or itself, that is repeated; NULL: none is. */
const JobItem *job_repetition_of(const JobItem *item);
/* Whether its every: says when its passes run, not only when it saves. */
bool job_skips_turns(const JobItem *item);
/* What a resource is now, or will be; false: not known yet. */
bool job_extent_of(const JobResource *resource, Extent *extent);
bool job_evaluate_in(Scope *scope, const JobText *text, double *value);
/* Whether each number of let: is an expression whose names are there, in some pass at least; names are checked before. */
bool job_check_lets(const JobFile *job);

/* sizes.c: what scope.c asks of sizes, they ask of expressions */

/* A size that rests on a file's is known once that is loaded. */
bool job_find_extent(JobFile *job, JobResource *resource);
bool job_check_sizes(JobFile *job);
/* The groups of a pass in its turn; *known is false where a size is not known yet. */
bool job_count_groups(JobFile *job, const JobPass *pass, uint32_t groups[3], bool *known);
/* A number of the field's type as it stands, no expression. */
bool job_is_literal(const WccField *field, const char *text);
/* Stores what a pass sets into its cbuffer; NULL: only checks it. */
bool job_set_constant(JobFile *job, const JobPass *pass, const JobSet *set, uint8_t *cbuffer);

/* inputs.c */

/* Whether what fills a resource can be had. */
bool job_check_input(JobFile *job, const JobResource *resource);
/* Makes and fills it. */
bool job_load(JobFile *job, JobResource *resource);

/* outputs.c */

/* Whether all files can be written, each by one writer. */
bool job_check_outputs(JobFile *job);
/* To the file of its out:. */
bool job_save_output(JobFile *job, const JobResource *resource);
/* To the next of the files of a save:. */
bool job_save_numbered(JobFile *job, JobSave *save);
/* Behind the last save: of a turn, and of the job: what was gathered in one file is written. */
bool job_end_numbered(JobFile *job, JobSave *save);
bool job_end_outputs(JobFile *job);

/* writers.c */

typedef struct JobWriters JobWriters;

/* NULL: no memory. */
JobWriters *job_new_writers(const JobFile *job);
void job_free_writers(JobWriters *writers); /* NULL is fine */
/* Fails where the file is written already. `item` saves it; NULL: it is written at the end. */
bool job_add_writer(const JobFile *job, JobWriters *writers, const JobText *text,
                    const JobItem *item, const JobResource *resource);

/* run.c */

/* Runs a job that is checked. */
WccStatus job_run(JobFile *job, const CommandLine *line, FILE *out);

/* times.c */

void job_print_times(const JobFile *job, TimeFormat format, uint32_t workers, FILE *out);

/* check.c */

/* All that is wrong with a job, as far as it can be known before files are read. */
bool job_check(JobFile *job, const CommandLine *line);
/* Checks a job whose shaders have their modules, and runs it, or says what would run. */
WccStatus job_carry_out(JobFile *job, const CommandLine *line, FILE *out);

/* print.c */

/* --dry-run: what would run. */
bool job_print(JobFile *job, FILE *out);

#endif
