/* wcc_watch: what kernels compiled with --check=race or --check=uninit call before each access to groupshared memory
 * and to writable resources. Included behind wcc_lanes.h, for each LANES.
 *
 * Time is cut into intervals: a group begins one, and each of its barriers the next. Accesses of one group in two
 * intervals are in order, those of two groups never are. A cell's records say who wrote it last, which threads read it
 * first and last, and which changed it atomically:
 *
 *     bits 26..63  the interval, from 1 on; 0: nobody
 *     bits 10..25  the access, of the kernel
 *     bits  0..9   the thread's SV_GroupIndex
 *
 * Its state is the interval of the last access (the low 30 bits), and what it was: threads read it, so many read it
 * that one more changes no record, or something else was done to it. By it most accesses are done with at once. */
#ifndef WCC_WATCH_H
#define WCC_WATCH_H

#include "wcc_check.h"

typedef enum WccTouchKind { WCC_LOADS, WCC_STORES, WCC_UPDATES } WccTouchKind;
enum { WCC_STATE_READ = 1, WCC_STATE_KNOWN = 2, WCC_STATE_WRITTEN = 3 };

typedef struct WccTouch { /* an access of the source */
    const WccPlace *place;
    uint32_t number;       /* below WCC_MOST_TOUCHES */
    WccTouchKind kind;
    const char *name;      /* of the variable or resource */
    char axis;             /* 0: elements, 'b': bytes, 't': texels */
    uint32_t cell_bytes;   /* where the axis is 'b' */
    uint32_t is_shared, is_coherent;
    uint32_t first, all;   /* of a groupshared variable: its first cell, the cells of all of them */
} WccTouch;

typedef struct WccWatcher { /* of a group that runs */
    const WccWhere *where;
    WccFollowing *following;
    uint64_t first;            /* interval of the group */
    uint32_t least_wave;       /* that the shader may run in */
    uint32_t races, unwritten; /* whether to tell of them */
} WccWatcher;

typedef struct WccTouching { /* a wave's access to a cell of each lane */
    const WccWatcher *watcher;
    const WccTouch *touch;
    const WccShadow *shadow;
    uint32_t wave;
    const int32_t *active;
    const uint32_t *cells; /* by lane; the memory's, from the variable's first on */
    uint32_t step;         /* 0: all lanes have cells[0] */
    uint32_t from, limit;  /* the memory's cells are from .. limit - 1 */
    uint32_t plane;        /* cells from one component, or word of an element, to the next */
    uint32_t width;        /* texels in a row; else 0 */
    uint64_t record;       /* without a thread */
    uint32_t now;          /* the state of this interval, without what it was */
    uint32_t unwritten[4]; /* lanes that read what was never written */
    uint32_t unwritten_cell;
    WccWords value;        /* hashes of what is stored */
} WccTouching;

static inline WccWatcher wcc_begin_watch(const WccWhere *where, uint32_t least_wave, uint32_t races, uint32_t unwritten)
{
    WccFollowing *following = where->dispatch->following;
    const uint32_t *grid = where->dispatch->groups, *group = where->group;
    if (following != 0)
        following->begin_group(following, ((uint64_t)group[2] * grid[1] + group[1]) * grid[0] + group[0]);
    return (WccWatcher){where, following, following != 0 ? following->interval : 0, least_wave, races, unwritten};
}

/* At a barrier that somebody reached. */
static inline void wcc_pass_barrier(WccWatcher *watcher, uint32_t is_reached)
{
    if (watcher->following != 0)
        watcher->following->interval += is_reached;
}

static inline uint64_t wcc_texels(const WccResource *texture)
{
    uint64_t rows = texture->height > 0 ? texture->height : 1, slices = texture->depth > 0 ? texture->depth : 1;
    return texture->width * rows * slices;
}

static inline uint32_t wcc_cell(const WccTouching *touching, uint32_t lane) { return touching->cells[lane * touching->step]; }

/* ---- who is in whose way ---- */

static inline int wcc_is_own_group(const WccTouching *touching, uint64_t record) { return record >> 26 >= touching->watcher->first; }

static inline int wcc_is_now(const WccTouching *touching, uint64_t record) { return record >> 26 == touching->record >> 26; }

/* Nothing that is done now can clash with it. */
static inline int wcc_is_past(const WccTouching *touching, uint64_t record)
{
    if (record == 0)
        return 1;
    if (wcc_is_own_group(touching, record))
        return !wcc_is_now(touching, record);
    return touching->touch->is_shared || touching->touch->is_coherent;
}

/* Another thread's. */
static inline int wcc_clashes(const WccTouching *touching, uint64_t record, uint32_t thread)
{
    int is_own = wcc_is_now(touching, record) && (record & 1023) == thread;
    return !is_own && !wcc_is_past(touching, record);
}

/* Lanes of a wave go in step: the least wave in which both threads of the group do. */
static uint32_t wcc_wave_of_both(const WccWhere *where, uint32_t thread, uint32_t other)
{
    uint32_t lanes = where->waves * where->wave_size, place = 0, others = 0, size = 1;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        place = wcc_thread(where, 0, lane) == thread ? lane : place;
        others = wcc_thread(where, 0, lane) == other ? lane : others;
    }
    while (place / size != others / size)
        size *= 2;
    return size;
}

/* Another lane of this very access, for the same cell: which of them comes first, nobody says. */
static int wcc_is_same_access(const WccTouching *touching, uint64_t record, uint32_t cell)
{
    const WccWhere *where = touching->watcher->where;
    if ((record >> 10 & (WCC_MOST_TOUCHES - 1)) != touching->touch->number)
        return 0;
    for (uint32_t lane = 0; lane < where->wave_size; lane++)
        if (touching->active[lane] && wcc_thread(where, touching->wave, lane) == (record & 1023))
            return wcc_cell(touching, lane) == cell;
    return 0;
}

/* The element, or the byte. */
static void wcc_name_cell(const WccTouching *touching, uint32_t cell, WccFault *fault)
{
    const WccTouch *touch = touching->touch;
    cell -= touching->from;
    fault->name = touch->name;
    fault->axis = touch->axis;
    fault->index = touch->axis == 'b' ? cell * touch->cell_bytes : touching->plane > 1 ? cell % touching->plane : cell;
    fault->limit = touching->width;
}

WCC_CHECK_FUNCTION wcc_report_race(const WccTouching *touching, int channel, uint32_t cell, uint64_t record, uint32_t thread)
{
    static const WccTouchKind KINDS[] = {WCC_STORES, WCC_LOADS, WCC_LOADS, WCC_UPDATES, WCC_UPDATES};
    const WccWatcher *watcher = touching->watcher;
    const WccWhere *where = watcher->where;
    uint32_t other = (uint32_t)record & 1023, in_step = where->wave_size + 1;
    WccFault fault = {.kind = WCC_RACE, .place = touching->touch->place, .where = where, .wave = touching->wave,
                      .other = watcher->following->places[record >> 10 & (WCC_MOST_TOUCHES - 1)], .thread = thread, .other_thread = other,
                      .other_group = watcher->following->group_of(watcher->following, record >> 26),
                      .does = (uint32_t)touching->touch->kind, .other_does = (uint32_t)KINDS[channel]};
    if (wcc_is_own_group(touching, record))
        in_step = wcc_wave_of_both(where, thread, other);
    if (in_step <= where->wave_size && !wcc_is_same_access(touching, record, cell)) {
        if (in_step <= watcher->least_wave)
            return;
        fault.kind = WCC_RACE_IN_STEP;
        fault.lanes_needed = in_step;
    }
    wcc_name_cell(touching, cell, &fault);
    wcc_report_fault(&fault);
}

/* ---- what the shadow keeps ---- */

static inline int wcc_look(const WccTouching *touching, int channel, uint32_t cell, uint32_t thread)
{
    uint64_t record = touching->shadow->who[channel][cell];
    if (!wcc_clashes(touching, record, thread))
        return 0;
    if (touching->watcher->races)
        wcc_report_race(touching, channel, cell, record, thread);
    return 1;
}

/* In the first of two channels; where another thread has that, in the second: the last one, which is far from the
 * first where lanes count up. Whether both are taken. */
static inline int wcc_note_in_two(const WccTouching *touching, int channel, uint32_t cell, uint32_t thread)
{
    uint64_t *first = &touching->shadow->who[channel][cell], *last = &touching->shadow->who[channel + 1][cell];
    if (wcc_is_past(touching, *first))
        *first = touching->record | thread;
    else if (wcc_clashes(touching, *first, thread))
        *last = touching->record | thread;
    return wcc_is_now(touching, *last);
}

/* By this group, of groupshared memory. */
static inline int wcc_is_written(const WccTouching *touching, uint32_t cell)
{
    uint64_t writer = touching->shadow->who[WCC_WRITER][cell], updater = touching->shadow->who[WCC_UPDATER][cell];
    if (touching->touch->is_shared)
        return wcc_is_own_group(touching, writer) || wcc_is_own_group(touching, updater);
    return (writer | updater) != 0 || touching->shadow->is_filled;
}

static void wcc_note_unwritten(WccTouching *touching, uint32_t lane, uint32_t cell)
{
    if ((touching->unwritten[0] | touching->unwritten[1] | touching->unwritten[2] | touching->unwritten[3]) == 0)
        touching->unwritten_cell = cell;
    touching->unwritten[lane / 32] |= 1u << lane % 32;
}

static void wcc_tell_unwritten(const WccTouching *touching)
{
    const uint32_t *lanes = touching->unwritten;
    WccFault fault = {.kind = WCC_UNWRITTEN, .place = touching->touch->place, .where = touching->watcher->where, .wave = touching->wave,
                      .lanes = {lanes[0], lanes[1], lanes[2], lanes[3]}};
    if ((lanes[0] | lanes[1] | lanes[2] | lanes[3]) == 0)
        return;
    wcc_name_cell(touching, touching->unwritten_cell, &fault);
    wcc_report_fault(&fault);
}

/* ---- a lane's load, store, atomic operation ---- */

static void wcc_watch_load(const WccTouching *touching, uint32_t cell, uint32_t thread)
{
    uint32_t *state = &touching->shadow->state[cell];
    int is_now = (*state & ~3u) == touching->now;
    if (!wcc_look(touching, WCC_WRITER, cell, thread) && !wcc_look(touching, WCC_UPDATER, cell, thread))
        (void)wcc_look(touching, WCC_LAST_UPDATER, cell, thread);
    int are_both = wcc_note_in_two(touching, WCC_READER, cell, thread);
    if (!is_now || (*state & 3) != WCC_STATE_WRITTEN)
        *state = touching->now | (is_now && are_both ? WCC_STATE_KNOWN : WCC_STATE_READ);
}

static void wcc_watch_update(const WccTouching *touching, uint32_t cell, uint32_t thread)
{
    if (!wcc_look(touching, WCC_WRITER, cell, thread) && !wcc_look(touching, WCC_READER, cell, thread))
        (void)wcc_look(touching, WCC_LAST_READER, cell, thread);
    (void)wcc_note_in_two(touching, WCC_UPDATER, cell, thread);
    touching->shadow->state[cell] = touching->now | WCC_STATE_WRITTEN;
}

/* Two that leave the same value do not race; the first of them stays the writer. */
static void wcc_watch_store(const WccTouching *touching, uint32_t cell, uint32_t thread, uint32_t value)
{
    const WccShadow *shadow = touching->shadow;
    int is_others = wcc_clashes(touching, shadow->who[WCC_WRITER][cell], thread), clashes = 0;
    if (is_others && shadow->value[cell] != value)
        clashes = wcc_look(touching, WCC_WRITER, cell, thread);
    for (int channel = WCC_READER; channel < WCC_CHANNELS && !clashes; channel++)
        clashes = wcc_look(touching, channel, cell, thread);
    shadow->state[cell] = touching->now | WCC_STATE_WRITTEN;
    if (is_others)
        return;
    shadow->who[WCC_WRITER][cell] = touching->record | thread;
    shadow->value[cell] = value;
}

static void wcc_watch_lane(WccTouching *touching, uint32_t lane)
{
    const WccWatcher *watcher = touching->watcher;
    uint32_t cell = wcc_cell(touching, lane), thread = wcc_thread(watcher->where, touching->wave, lane);
    if (!touching->active[lane] || cell < touching->from || cell >= touching->limit)
        return;
    if (watcher->unwritten && touching->touch->kind != WCC_STORES && !wcc_is_written(touching, cell))
        wcc_note_unwritten(touching, lane, cell);
    if (touching->touch->kind == WCC_LOADS)
        wcc_watch_load(touching, cell, thread);
    else if (touching->touch->kind == WCC_UPDATES)
        wcc_watch_update(touching, cell, thread);
    else
        wcc_watch_store(touching, cell, thread, wcc_word(touching->value, lane));
}

/* Nobody touched the cell in this interval, nor did another group that could clash. */
static inline int wcc_is_untouched_cell(const WccTouching *touching, uint32_t cell)
{
    uint32_t state = touching->shadow->state[cell];
    return touching->touch->is_shared ? (state & ~3u) != touching->now : state == 0;
}

/* Lanes that load one cell: the first of them does, and the last. */
static __attribute__((unused)) void wcc_watch_one(WccTouching *touching, uint32_t lane, uint32_t end)
{
    const WccWatcher *watcher = touching->watcher;
    uint32_t cell = wcc_cell(touching, lane);
    while (lane < end && !touching->active[lane])
        lane++;
    while (end > lane && !touching->active[end - 1])
        end--;
    if (lane + 1 < end && wcc_is_untouched_cell(touching, cell) && (!watcher->unwritten || wcc_is_written(touching, cell))) {
        touching->shadow->who[WCC_READER][cell] = touching->record | wcc_thread(watcher->where, touching->wave, lane);
        touching->shadow->who[WCC_LAST_READER][cell] = touching->record | wcc_thread(watcher->where, touching->wave, end - 1);
        touching->shadow->state[cell] = touching->now | WCC_STATE_KNOWN;
        return;
    }
    if (lane < end)
        wcc_watch_lane(touching, lane);
    if (lane + 1 < end)
        wcc_watch_lane(touching, end - 1);
}

#endif

#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

/* ---- for vectors of LANES: blocks of lanes that are done with at once ---- */

/* Zero in all lanes. */
WCC_INLINE int F_(wcc_none)(T_(i32) lanes)
{
    T_(i32) some = lanes != F_(splat_i32)(0);
    return !F_(any_)(&some, 1);
}
WCC_INLINE T_(i32) F_(wcc_lanes_at)(const void *at) { return *(const T_(i32_any) *)at; }

/* Nobody touched these cells in this interval, nor did another group that could clash. */
WCC_INLINE int F_(wcc_is_untouched)(const WccTouching *touching, uint32_t cell)
{
    T_(i32) states = F_(wcc_lanes_at)(touching->shadow->state + cell);
    if (touching->touch->is_shared)
        return F_(wcc_none)((states & F_(splat_i32)(~3)) == F_(splat_i32)((int32_t)touching->now));
    return F_(wcc_none)(states);
}

WCC_INLINE int F_(wcc_are_written)(const WccTouching *touching, uint32_t cell)
{
    const uint64_t *writers = touching->shadow->who[WCC_WRITER] + cell;
    uint64_t least = touching->touch->is_shared ? touching->watcher->first << 26 : 1, missing = 0;
    if (!touching->touch->is_shared && touching->shadow->is_filled)
        return 1;
    for (uint32_t i = 0; i < LANES; i++)
        missing |= writers[i] < least;
    return !missing;
}

WCC_INLINE int F_(wcc_are_zero)(const uint64_t *records)
{
    uint64_t some = 0;
    for (uint32_t i = 0; i < LANES; i++)
        some |= records[i];
    return some == 0;
}

/* Loads of cells that follow one another and that nobody wrote, of a resource: threads of any group may read them. */
static __attribute__((unused)) int F_(wcc_watch_unwritten_run)(const WccTouching *touching, uint32_t cell, uint32_t thread)
{
    const WccShadow *shadow = touching->shadow;
    uint64_t *first = shadow->who[WCC_READER] + cell, *last = shadow->who[WCC_LAST_READER] + cell;
    if (!F_(wcc_are_zero)(shadow->who[WCC_WRITER] + cell) || !F_(wcc_are_zero)(shadow->who[WCC_UPDATER] + cell))
        return 0;
    for (uint32_t i = 0; i < LANES; i++) {
        uint64_t mine = touching->record | (thread + i), before = first[i] != 0 ? first[i] : mine;
        first[i] = before;
        last[i] = mine;
        shadow->state[cell + i] = touching->now | (before == mine ? WCC_STATE_READ : WCC_STATE_KNOWN);
    }
    return 1;
}

/* Cells that follow one another, of lanes that are all on. */
static __attribute__((unused)) int F_(wcc_watch_run)(const WccTouching *touching, uint32_t lane, uint32_t cell)
{
    const WccWatcher *watcher = touching->watcher;
    const WccShadow *shadow = touching->shadow;
    uint32_t thread = wcc_thread(watcher->where, touching->wave, lane);
    int is_load = touching->touch->kind == WCC_LOADS;
    uint64_t *who = shadow->who[is_load ? WCC_READER : WCC_WRITER] + cell;
    if (touching->touch->kind == WCC_UPDATES || watcher->where->thread_of_lane != 0 ||
        (is_load && watcher->unwritten && !F_(wcc_are_written)(touching, cell)))
        return 0;
    if (!F_(wcc_is_untouched)(touching, cell))
        return is_load && !touching->touch->is_shared && F_(wcc_watch_unwritten_run)(touching, cell, thread);
    for (uint32_t i = 0; i < LANES; i++)
        who[i] = touching->record | (thread + i);
    *(T_(i32_any) *)(shadow->state + cell) =
        F_(splat_i32)((int32_t)(touching->now | (is_load ? WCC_STATE_READ : WCC_STATE_WRITTEN)));
    for (uint32_t i = 0; i < LANES && !is_load; i++)
        shadow->value[cell + i] = wcc_word(touching->value, lane + i);
    return 1;
}

/* Loads of cells that so many threads read that one more changes nothing. */
WCC_INLINE int F_(wcc_are_known)(const WccTouching *touching, T_(i32) cells, T_(i32) active)
{
    uint32_t known = touching->now | WCC_STATE_KNOWN;
    T_(i32) inside = active & ((T_(u32))(cells - F_(splat_i32)((int32_t)touching->from)) <
                               (T_(u32))F_(splat_i32)((int32_t)(touching->limit - touching->from)));
    T_(i32) states = F_(gather_i32)(touching->shadow->state, cells * F_(splat_i32)(4), inside);
    return F_(wcc_none)(active & (states != F_(splat_i32)((int32_t)known)));
}

static __attribute__((unused)) void F_(wcc_watch_block)(WccTouching *touching, uint32_t lane)
{
    int is_load = touching->touch->kind == WCC_LOADS;
    uint32_t cell = touching->cells[lane], known = touching->now | WCC_STATE_KNOWN;
    int is_inside = cell >= touching->from && cell < touching->limit;
    T_(i32) cells = F_(wcc_lanes_at)(touching->cells + lane), active = F_(wcc_lanes_at)(touching->active + lane);
    T_(i32) steps = cells - F_(splat_i32)((int32_t)cell);
    if (is_load && F_(wcc_none)(active & steps)) {
        if (is_inside && touching->shadow->state[cell] != known)
            wcc_watch_one(touching, lane, lane + LANES);
        return;
    }
    if (F_(wcc_none)(~active | (steps ^ F_(linear_i32)(0, 1))) && is_inside && touching->limit - cell >= LANES) {
        T_(i32) states = F_(wcc_lanes_at)(touching->shadow->state + cell);
        if ((is_load && F_(wcc_none)(states ^ F_(splat_i32)((int32_t)known))) || F_(wcc_watch_run)(touching, lane, cell))
            return;
    } else if (is_load && F_(wcc_are_known)(touching, cells, active)) {
        return;
    }
    for (uint32_t end = lane + LANES; lane < end; lane++)
        wcc_watch_lane(touching, lane);
}

/* ---- a wave's access ---- */

static __attribute__((unused)) void F_(wcc_watch_cells)(WccTouching *touching)
{
    uint32_t lanes = touching->watcher->where->wave_size;
    if (touching->step == 0 && touching->touch->kind == WCC_LOADS) {
        uint32_t cell = touching->cells[0];
        if (cell >= touching->from && cell < touching->limit && touching->shadow->state[cell] != (touching->now | WCC_STATE_KNOWN))
            wcc_watch_one(touching, 0, lanes);
    }
    else
        for (uint32_t lane = 0; lane < lanes; lane += touching->step == 0 ? 1 : LANES)
            if (touching->step == 0)
                wcc_watch_lane(touching, lane);
            else
                F_(wcc_watch_block)(touching, lane);
    wcc_tell_unwritten(touching);
}

/* `count` cells from each lane's first on, a plane apart; of a store `value_count` hashes, shared out among them. `limit`: cells of the
 * memory, of a groupshared variable its own. */
static __attribute__((noinline, unused)) void F_(wcc_touch)(const WccWatcher *watcher, const WccTouch *touch, uint32_t row, uint64_t limit,
                                                            uint32_t plane, uint32_t width, uint32_t wave, const int32_t *active, WccWords first,
                                                            uint32_t count, const WccWords *values, uint32_t value_count)
{
    WccFollowing *following = watcher->following;
    uint32_t cells[128], most = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
    if (following == 0 || limit == 0)
        return;
    WccTouching touching = {.watcher = watcher, .touch = touch, .wave = wave, .active = active, .cells = cells, .plane = plane, .width = width};
    touching.shadow = following->shadow(following, touch->is_shared ? WCC_SHARED_ROW : row, touch->is_shared ? touch->all : most);
    if (touching.shadow == 0)
        return;
    touching.from = touch->first;
    touching.limit = touch->first + most;
    touching.step = (uint32_t)first.step;
    touching.record = following->interval << 26 | (uint64_t)touch->number << 10;
    touching.now = (uint32_t)following->interval << 2;
    following->places[touch->number] = touch->place;
    for (uint32_t cell = 0; cell < count; cell++) {
        uint32_t lanes = touching.step != 0 ? watcher->where->wave_size : 1;
        for (uint32_t lane = 0; lane < lanes; lane += LANES) {
            T_(i32) own = touching.step != 0 ? F_(wcc_lanes_at)(first.first + lane) : F_(splat_i32)(first.first[0]);
            T_(i32) outside = (T_(u32))own >= (T_(u32))F_(splat_i32)((int32_t)most);
            *(T_(i32_any) *)(cells + lane) = (own + F_(splat_i32)((int32_t)(touch->first + cell * plane))) | outside;
        }
        if (value_count > 0)
            touching.value = values[cell * value_count / count];
        F_(wcc_watch_cells)(&touching);
        for (int word = 0; word < 4; word++)
            touching.unwritten[word] = 0;
    }
}

#undef T_
#undef F_
