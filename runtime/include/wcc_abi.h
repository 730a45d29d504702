/* wcc_abi: what compiled kernels and the host library agree on. Plain C types only.
 *
 * A compiled .hlsl file is one `const WccModule` with a table of resources (the file's globals, one
 * numbering for all its entry points) and a table of entry points, each with one function per wave
 * size it was compiled for. The host fills one WccResource per row of the resource table and calls the
 * function once per thread group, from any number of workers. */
#ifndef WCC_ABI_H
#define WCC_ABI_H

#include <stdint.h>

enum { WCC_ABI_VERSION = 14, WCC_MAX_WAVE_SIZES = 6 };

/* The register space of the hidden arrays that stand for ResourceDescriptorHeap and SamplerDescriptorHeap, one for
 * each type of resource taken from a heap: "ResourceDescriptorHeap<Texture2D<float4>>", from register 0 on. */
#define WCC_HEAP_SPACE 0xfffffff0u

/* What one element or texel is in memory. The kernels read and write the declared type (the "native"
 * format of a declaration); the host converts files into it. */
typedef enum WccScalar {
    WCC_BOOL, WCC_I16, WCC_U16, WCC_I32, WCC_U32, WCC_I64, WCC_U64, WCC_F16, WCC_F32, WCC_F64,
    WCC_UNORM, WCC_SNORM /* float in the shader; memory is F32 */
} WccScalar;

typedef enum WccKind {
    WCC_CBUFFER,            /* cbuffer, ConstantBuffer<T>, $Globals */
    WCC_BUFFER,             /* Buffer<T> */
    WCC_RWBUFFER,
    WCC_STRUCTURED,         /* StructuredBuffer<T> */
    WCC_RWSTRUCTURED,
    WCC_APPEND,             /* AppendStructuredBuffer<T>: RWSTRUCTURED with a counter */
    WCC_CONSUME,
    WCC_BYTEADDRESS,
    WCC_RWBYTEADDRESS,
    WCC_TEXTURE1D, WCC_TEXTURE1D_ARRAY, WCC_TEXTURE2D, WCC_TEXTURE2D_ARRAY, WCC_TEXTURE3D,
    WCC_TEXTURECUBE, WCC_TEXTURECUBE_ARRAY, WCC_TEXTURE2DMS, WCC_TEXTURE2DMS_ARRAY,
    WCC_RWTEXTURE1D, WCC_RWTEXTURE1D_ARRAY, WCC_RWTEXTURE2D, WCC_RWTEXTURE2D_ARRAY, WCC_RWTEXTURE3D,
    WCC_SAMPLER, WCC_SAMPLER_COMPARISON
} WccKind;

/* Where a mip level of a texture lies: texel (x, y, z) of it is at WccResource.data + offset + x*stride +
 * y*row_pitch + z*slice_pitch. Level n is max(width >> n, 1) texels wide; its height and a Texture3D's depth
 * likewise, while arrays and cubes have all slices in every level. */
typedef struct WccLevel {
    uint32_t offset, row_pitch, slice_pitch;
} WccLevel;

/* A sampler's state: D3D11_SAMPLER_DESC (D3D11.3 functional specification 7.18.3). Anisotropic filters are
 * linear ones. */
typedef enum WccFilter { WCC_POINT, WCC_LINEAR } WccFilter;
typedef enum WccAddress { WCC_WRAP, WCC_MIRROR, WCC_CLAMP, WCC_BORDER, WCC_MIRROR_ONCE } WccAddress;
/* The reference beside a texel. */
typedef enum WccComparison {
    WCC_NEVER, WCC_LESS, WCC_EQUAL, WCC_LESS_EQUAL, WCC_GREATER, WCC_NOT_EQUAL, WCC_GREATER_EQUAL, WCC_ALWAYS
} WccComparison;
typedef struct WccSampler {
    WccFilter min_filter, mag_filter, mip_filter;
    WccAddress address[3];    /* u, v, w */
    WccComparison comparison; /* SamplerComparisonState */
    float mip_bias, min_lod, max_lod;
    float border[4];
} WccSampler;
#define WCC_DEFAULT_SAMPLER                                                                                      \
    { WCC_LINEAR, WCC_LINEAR, WCC_LINEAR, { WCC_CLAMP, WCC_CLAMP, WCC_CLAMP }, WCC_LESS_EQUAL, 0, -3.402823466e38f, \
      3.402823466e38f, { 0, 0, 0, 0 } }

/* One bound resource as a kernel sees it. `data` and the pitches are multiples of the size of its scalars (4 at
 * least in raw buffers, 8 where kernels use 64-bit atomics). Kernels write its elements and nothing beside them;
 * they may read beside them, but only in pages (4096 bytes) in which an element lies. An unbound resource is all
 * zeros: every load gives 0 and every store is dropped.
 *   cbuffer:     width = bytes, a multiple of 16
 *   structured:  width = elements, stride = bytes per element
 *   typed:       width = elements, stride = bytes per element
 *   raw:         width = bytes, a multiple of 4
 *   textures:    texel (x, y, z) is at data + x*stride + y*row_pitch + z*slice_pitch; depth counts slices
 *   samplers:    data is a WccSampler; NULL is WCC_DEFAULT_SAMPLER
 * No resource is larger than 2^31 - 1 bytes, so 32-bit offsets reach everything. */
typedef struct WccResource {
    void *data;
    uint32_t width, height, depth, mips;
    uint32_t stride, row_pitch, slice_pitch;
    uint32_t *counter; /* hidden counter of append, consume and counted buffers; never NULL for those */
    const WccLevel *levels; /* textures: `mips` of them, the first of which repeats the pitches; NULL: there is one */
    uint32_t is_fresh;      /* nothing was put in it yet but zeros: for --check=uninit */
} WccResource;

/* Bytes from one row of a texture to the next, as the host lays them out: an odd number of 64-byte cache
 * lines where rows fill several, so that the texels of a column fall into different cache sets. (A
 * 1920 x 1080 float4 texture without it: 480 lines a row, all of a column in 2 of 64 sets.) Any pitch works. */
static inline uint64_t wcc_row_pitch(uint64_t width, uint64_t stride)
{
    uint64_t bytes = width * stride, lines = (bytes + 63) / 64;
    return bytes <= 512 ? bytes : (lines | 1) * 64;
}

/* In which order the waves of a group run between barriers, in modules compiled with --schedules. */
typedef enum WccSchedule { WCC_FORWARD, WCC_REVERSE, WCC_RANDOM } WccSchedule;

/* ---- what modules compiled with --check report ---- */

typedef struct WccPlace { /* in the HLSL source */
    const char *file;
    uint32_t line, column;
} WccPlace;

/* Where a group's threads are. */
typedef struct WccWhere {
    const struct WccDispatch *dispatch;
    uint32_t group[3];
    uint32_t sides[3];             /* numthreads */
    uint32_t waves, wave_size;
    const int32_t *thread_of_lane; /* SV_GroupIndex, or -1, by wave * wave_size + lane; NULL: linear */
} WccWhere;

#ifndef __cplusplus /* of kernels and the runtime, which are C; programs of C++ see no cast of C here */
/* SV_GroupIndex; not below the group's threads where the lane has none. */
static inline uint32_t wcc_thread(const WccWhere *where, uint32_t wave, uint32_t lane)
{
    uint32_t at = wave * where->wave_size + lane;
    return where->thread_of_lane != 0 ? (uint32_t)where->thread_of_lane[at] : at;
}
#endif

typedef enum WccFaultKind {
    WCC_LANES_MISSING, /* a barrier is reached without some lanes of a wave, which have not returned */
    WCC_WAVE_MISSING,  /* without a whole wave, which goes to another barrier instead */
    WCC_OUTSIDE,       /* an index is not below its limit */
    WCC_UNWRITTEN,     /* what is read was never written */
    WCC_NAN,           /* what is stored is not a number */
    WCC_LANE_AWAY,     /* a lane is read that is not active */
    WCC_RACE,          /* two threads touch a place, one writes, and nothing orders them */
    WCC_RACE_IN_STEP   /* but that both are in one wave here */
} WccFaultKind;

#define WCC_WHOLE '*' /* WccFault.axis */
typedef struct WccFault {
    WccFaultKind kind;
    const WccPlace *place, *other; /* other: the barrier that a missing wave goes to, the other access of a race */
    const WccWhere *where;
    uint32_t wave;
    uint32_t lanes[4];             /* that are missing, outside, or read: lane 0 in bit 0 of word 0 */
    const char *name;              /* of the resource or variable */
    char axis;                     /* 'x' 'y' 'z', 'm' for mips, 'b' for bytes, 't': texels counted row by row, WCC_WHOLE:
                                      none; 0: elements */
    uint32_t index, limit;         /* limit: WCC_OUTSIDE; of texels, how many are in a row */
    /* of a race: */
    uint32_t thread, other_thread; /* SV_GroupIndex */
    uint64_t other_group;          /* x + width * (y + height * z) */
    uint32_t does, other_does;     /* 0: loads, 1: stores, 2: atomics */
    uint32_t lanes_needed;         /* WCC_RACE_IN_STEP: of a wave, for both to be in it */
} WccFault;

/* Who touched the cells of a resource, or of groupshared memory, in this dispatch: records and states of
 * wcc_watch.h, all zeros at its start. */
enum { WCC_WRITER, WCC_READER, WCC_LAST_READER, WCC_UPDATER, WCC_LAST_UPDATER, WCC_CHANNELS };
typedef struct WccShadow {
    uint32_t cells;
    uint32_t is_filled; /* what is in it came from the host */
    uint64_t *who[WCC_CHANNELS];
    uint32_t *value, *state;
} WccShadow;

/* What kernels follow in a dispatch, on one worker. */
typedef struct WccFollowing {
    uint64_t interval;       /* that runs: what lies between two barriers of a group; counted from 1 over all groups */
    const WccPlace **places; /* of accesses, WCC_MOST_TOUCHES */
    /* The shadow of a row of WccDispatch.resources, with so many cells; NULL where there is no memory for it. */
    const WccShadow *(*shadow)(struct WccFollowing *following, uint32_t row, uint32_t cells);
    /* The interval becomes the next one: the first of this group, x + width * (y + height * z). */
    void (*begin_group)(struct WccFollowing *following, uint64_t group);
    uint64_t (*group_of)(struct WccFollowing *following, uint64_t interval);
} WccFollowing;
#define WCC_MOST_TOUCHES 0x10000
#define WCC_SHARED_ROW 0xffffffffu /* that of groupshared memory */

/* ---- what modules compiled with --coverage count ---- */

typedef enum WccPointKind {
    WCC_POINT_FUNCTION,  /* its body begins */
    WCC_POINT_STATEMENT,
    WCC_POINT_BRANCH,    /* a way on from an if, a loop's test or a switch */
    WCC_POINT_BARRIER,
    WCC_POINT_WAVE       /* an operation across the lanes of a wave */
} WccPointKind;

typedef struct WccPoint {
    WccPlace place;
    WccPointKind kind;
    const char *name; /* of a function, an operation; or NULL */
    uint32_t way;     /* of a branch: 0 the first, ... */
    uint32_t counter; /* in WccCoverage.counts */
} WccPoint;

typedef struct WccCount { /* of those that came there */
    uint64_t threads, waves;
    uint64_t full_waves; /* without a lane missing */
} WccCount;

/* Points of one place occur as often as the compiler inlined the function around them. */
typedef struct WccCoverage {
    const WccPoint *points;
    uint32_t point_count, count;
    WccCount *counts; /* so many */
} WccCoverage;

/* ---- what modules compiled with --trace tell ---- */

typedef struct WccTracePoint {
    WccPlace place;
    const char *source; /* the line, without blanks at its ends; NULL: not known */
    const char *name;   /* what is given a value; NULL: a statement begins */
    const char *leaves; /* of the value, a letter each: b bool, i u f of 32 bits, l m d of 64 */
    uint32_t rows, columns; /* of a vector or matrix; else 0 */
    uint32_t is_cut;        /* there are more leaves */
} WccTracePoint;

typedef struct WccWords { /* an i32 of each lane */
    const int32_t *first;
    int32_t step; /* to the next lane's; 0: all lanes have the same */
} WccWords;

/* What lanes of the wave do. */
typedef struct WccTraceEvent {
    const WccTracePoint *point;
    const int32_t *active; /* a mask by lane */
    const WccWords *words; /* one for each leaf, two (low, high) for those of 64 bits */
    uint32_t wave, wave_size;
} WccTraceEvent;

/* Which wave is listened to, and who does. */
typedef struct WccTrace {
    uint32_t group[3];
    uint32_t is_of_wave; /* `of` is a wave; else a thread's SV_GroupIndex */
    uint32_t of;
    uint32_t lane;       /* of the thread in its wave, told before the first event */
    void (*tell)(struct WccTrace *trace, const WccTraceEvent *event);
} WccTrace;

/* ---- what kernels print ---- */

typedef struct WccPrintPoint {
    WccPlace place;
    const char *format; /* C's, a conversion for each leaf; NULL: DebugBreak() */
    const char *leaves; /* as WccTracePoint.leaves */
} WccPrintPoint;

/* Lanes of a wave print. */
typedef struct WccPrintEvent {
    const WccPrintPoint *point;
    const struct WccWhere *where;
    const int32_t *active; /* a mask by lane */
    const WccWords *words; /* one for each leaf, two (low, high) for those of 64 bits */
    uint32_t wave;
} WccPrintEvent;

/* Who takes that, from any worker. */
typedef struct WccPrinter {
    void (*print)(struct WccPrinter *printer, const WccPrintEvent *event);
} WccPrinter;

/* Which groups and wave a worker's kernel compiled with -Zi runs, for who tells of a crash or a time-out. Zeros: not
 * known. */
typedef struct WccRunning {
    uint32_t group_x, group_end; /* more than one: threads of several groups share its waves */
    uint32_t wave;               /* that began last; WCC_NO_WAVE: none did, or they are of several groups */
} WccRunning;
#define WCC_NO_WAVE 0xffffffffu

/* A place in memory, and which store changed it last, in modules compiled with --schedules. With `poison` that byte
 * is put there instead after each store, so that storing what was there already shows too; `seen` has the value. */
typedef struct WccWatch {
    void *at;
    uint32_t bytes; /* at most sizeof seen */
    uint32_t store; /* row of WccEntry.stores; UINT32_MAX: none did */
    unsigned char seen[16], left[16]; /* the last value; what lies there since */
    uint32_t poisons;
    unsigned char poison;
} WccWatch;

typedef struct WccDispatch {
    const WccResource *resources; /* indexed as WccModule.resources; arrays take `array_count` rows */
    uint32_t groups[3];           /* groups that are run together: all, or fewer on y where a dispatch runs in parts.
                                     Kernels take the grid's size from nowhere, but rely on groups[0] * numthreads.x <= 2^31
                                     and on at most 65535 in the others */
    WccSchedule schedule;
    uint32_t schedule_seed;       /* of WCC_RANDOM */
    void (*report)(void *context, const WccFault *fault); /* from any worker; NULL: faults are not told */
    void *report_context;
    WccFollowing *following;      /* NULL: races are not looked for */
    WccWatch *watch;              /* NULL: none; with one worker only */
    void (*wait)(void *context, const WccPlace *place); /* now and then from a loop that may wait for another group;
                                                           NULL: not told */
    void *wait_context;
    WccTrace *trace;              /* NULL: nobody listens */
    uint32_t is_alone;            /* no other thread comes to its resources meanwhile: atomics lock nothing */
    WccPrinter *printer;          /* NULL: what is printed is lost */
    volatile WccRunning *running; /* the worker's; NULL: nobody asks */
} WccDispatch;

/* Runs thread group (x, y, z). `shared` points to the worker's scratch memory of at least
 * WccVariant.scratch_bytes bytes, 64-byte aligned: groupshared memory and values kept over barriers;
 * the kernel initialises what it uses. */
typedef void WccKernel(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z);

/* Runs groups (x, y, z), (x + 1, y, z) .. (end - 1, y, z), one after another. */
typedef void WccRow(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t end, uint32_t y, uint32_t z);

/* ---- how machines may share out the groups of modules compiled with --mpi ---- */

/* How what each has done to a resource comes together; their memory starts the same. */
typedef enum WccMerge {
    WCC_MERGE_NONE,   /* it does not: one machine runs all groups */
    WCC_MERGE_READ,   /* nothing changes */
    WCC_MERGE_STORES, /* bytes that one has changed; where two have, to the same */
    WCC_MERGE_SUM, WCC_MERGE_XOR, /* differences from the start; of numbers, as what follows */
    WCC_MERGE_MIN, WCC_MERGE_MAX, WCC_MERGE_UMIN, WCC_MERGE_UMAX, WCC_MERGE_AND, WCC_MERGE_OR,
    WCC_MERGE_APPEND  /* elements from the counter's start on follow each other */
} WccMerge;

typedef struct WccShare {
    uint32_t resource; /* in WccModule.resources; UINT32_MAX: none, what the kernel does besides */
    WccMerge merge;    /* where machines touch the same parts of it */
    uint32_t bytes;    /* of the numbers: 4 or 8 */
    uint32_t may_part; /* where each touches parts of its own, by its WccReaches, nothing has to be merged */
    const char *why;   /* WCC_MERGE_NONE: the reason, and where it stands */
    WccPlace place;
} WccShare;

/* Numbers modulo 2^32, of which bounds are computed: of a and b, earlier terms, if the comment says no more. */
typedef enum WccTermKind {
    WCC_TERM_RANGE,   /* low .. high */
    WCC_TERM_GROUP,   /* the numbers of the groups on axis a */
    WCC_TERM_SIZE,    /* of resource a: b 0 width, 1 height, 2 depth, 3 levels, 4 stride */
    WCC_TERM_CBUFFER, /* the 32 bits at byte b of resource a */
    WCC_TERM_ADD, WCC_TERM_SUB, WCC_TERM_MUL, WCC_TERM_SHL,
    WCC_TERM_USHR, WCC_TERM_SSHR, WCC_TERM_UDIV, WCC_TERM_UREM, WCC_TERM_AND,
    WCC_TERM_UMIN, WCC_TERM_UMAX, WCC_TERM_IMIN, WCC_TERM_IMAX, /* as unsigned, as signed */
    WCC_TERM_EITHER,  /* a or b */
    WCC_TERM_CLIP,    /* a, which lies between low and high: as signed where low < 0, else as unsigned */
    WCC_TERM_UMOST, WCC_TERM_ULEAST, WCC_TERM_IMOST, WCC_TERM_ILEAST, /* a, which is not above, not below b */
    WCC_TERM_UCOUNT, WCC_TERM_ICOUNT /* what starts at a and grows by low at a time to no more than b */
} WccTermKind;

typedef struct WccTerm {
    WccTermKind kind;
    int32_t a, b;
    int64_t low, high;
} WccTerm;

/* What a share of the groups touches of a resource: x, y and z of a texture, an element of a buffer, bytes of a raw
 * one. */
typedef struct WccReach {
    uint32_t resource; /* in WccModule.resources */
    uint32_t reads, writes;
    int32_t at[3];     /* by axis: a term; -1: nothing is known, or there is no such axis */
    uint32_t bytes;    /* raw buffers: so many from the word on that address `at` lies in */
} WccReach;

typedef struct WccSharing {
    const WccShare *shares; /* of all resources that the kernel touches */
    uint32_t share_count;
    const WccTerm *terms;
    uint32_t term_count;
    const WccReach *reaches; /* of all its accesses to resources but cbuffers */
    uint32_t reach_count;
} WccSharing;

/* ---- how workers may share the updates of a resource ---- */

/* All that a kernel does to a resource are atomic operations of one kind on numbers of so many bytes, whose old values
 * nothing uses. */
typedef struct WccUpdate {
    uint32_t row;   /* in WccDispatch.resources */
    WccMerge merge; /* from WCC_MERGE_SUM to WCC_MERGE_OR */
    uint32_t bytes; /* 4 or 8 */
} WccUpdate;

/* All of a kernel's atomic operations are such, so that each worker may be alone with copies of these resources. */
typedef struct WccUpdates {
    const WccUpdate *items;
    uint32_t count;
    uint32_t rows; /* of WccDispatch.resources */
} WccUpdates;

typedef struct WccVariant {
    uint32_t wave_size;
    uint32_t scratch_bytes;
    WccKernel *run;
    uint32_t scheduled; /* its waves follow WccDispatch.schedule */
    uint32_t in_order;  /* groups may wait for what earlier ones write, so they must start one after another */
    const char *lane_order; /* "linear", "quad", "tile", "random:SEED" */
    uint32_t extra_waves;   /* that GroupGetWaveCount() counts and nothing runs in */
    WccRow *run_row;        /* NULL: there is `run` alone */
    uint32_t stack_bytes;   /* that a call may take, and hardly ever does; 0: not known, at most 64 MiB */
    const WccCoverage *coverage; /* NULL: it counts nothing */
    uint32_t watches;       /* it follows who touches what: for one worker */
    uint32_t traces;        /* it heeds WccDispatch.trace */
    uint32_t prints;        /* it heeds WccDispatch.printer */
    const WccSharing *sharing; /* NULL: not known, compiled without --mpi */
    const WccUpdates *updates; /* NULL: there are none, or others */
} WccVariant;

/* A member of a cbuffer or of a structured buffer's element. Structs appear as their leaves, with
 * dotted names ("light.colour"); arrays of structs as "lights[0].colour", ... */
typedef struct WccField {
    const char *name;
    const char *type;          /* as HLSL spells it: "float3x3" */
    uint32_t offset;           /* bytes */
    WccScalar scalar;
    uint32_t rows, columns;    /* 1, n for a vector of n; 1, 1 for a scalar */
    uint32_t row_stride, column_stride; /* bytes between rows and between columns of a matrix; else 0 and the scalar's size */
    uint32_t array_count;      /* 0: no array */
    uint32_t array_stride;     /* bytes */
    const void *default_value; /* tightly packed, or NULL: $Globals initialisers */
} WccField;

typedef struct WccResourceInfo {
    const char *name;
    const char *type;      /* as HLSL spells it: "RWTexture2D<float4>" */
    WccKind kind;
    char register_class;   /* 't' 'u' 'b' 's' */
    uint32_t register_index, space;
    uint32_t array_count;  /* 0: no array; UINT32_MAX: unbounded */
    uint32_t first_row;    /* in WccDispatch.resources */
    WccScalar scalar;      /* textures and typed buffers: the element */
    uint32_t components;   /* 1..4; textures and typed buffers */
    uint32_t stride;       /* bytes per element or texel; cbuffer: size in bytes */
    uint32_t has_counter;
    const WccField *fields; /* cbuffers and structured buffers */
    uint32_t field_count;
    const WccSampler *sampler; /* a static sampler's state, which the host binds; else NULL */
} WccResourceInfo;

/* A line of the source that writes to a resource. */
typedef struct WccStore {
    uint32_t resource; /* in WccModule.resources */
    const char *path;
    uint32_t line;
} WccStore;

typedef struct WccEntry {
    const char *name;
    uint32_t threads[3];            /* numthreads */
    uint32_t groupshared_bytes;     /* of the variant that has most */
    const uint32_t *resources;      /* indices into WccModule.resources that this entry point uses */
    uint32_t resource_count;
    const WccVariant *variants;     /* the first is the default */
    uint32_t variant_count;
    const WccStore *stores;
    uint32_t store_count;
} WccEntry;

typedef struct WccModule {
    uint32_t abi_version;
    const char *source;             /* the .hlsl path, for messages */
    const WccResourceInfo *resources;
    uint32_t resource_count;
    uint32_t resource_rows;         /* length of WccDispatch.resources */
    const WccEntry *entries;
    uint32_t entry_count;
} WccModule;

/* An executable links the host library's main() and defines this; with --module=NAME it is called
 * NAME_module. */
#ifdef __cplusplus
extern "C" {
#endif
extern const WccModule wcc_module;
#ifdef __cplusplus
}
#endif

#endif
