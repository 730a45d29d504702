/* wcc_watch: what kernels compiled with --check=race or --check=uninit call before each access to groupshared memory
 * and to writable resources. Included behind wcc_lanes.h, for each LANES.
 *
 * Time is cut into intervals: a group begins one, and each of its barriers the next. Accesses of one group in two
 * intervals are in order, those of two groups never are. A cell's records say who wrote it last, which threads read it
 * first and last, and which changed it atomically:
 *
 *     bits 26..63  the interval, from 1 on; 0: nobody
 *     bits 10..25  the access, of the kernel
 *     bits  0..9   the thread's place: wave * lanes of a wave + lane
 *
 * Where threads of two waves did, first and last are of two waves, so that whoever comes next is in another wave than
 * one of them. A cell's state is of the last access and what it was, and by it most accesses are done with at once:
 *
 *     bits 10..31  the interval's low bits
 *     bits  2..9   of WCC_STATE_WAVE: the wave
 *     bits  0..1   read by threads of two waves; by one thread; by threads of one wave; or something else was done
 *
 * Intervals that are told apart by their high bits only would be taken for one: the runtime forgets states before
 * (begin_group), so that a group would have to pass two million barriers. */
#ifndef WCC_WATCH_H
#define WCC_WATCH_H

#include "wcc_check.h"

typedef enum WccTouchKind {
    WCC_LOADS, WCC_STORES, WCC_UPDATES,
    WCC_ASKS /* a load that nothing can clash with: was the cell written? */
} WccTouchKind;
enum { WCC_STATE_SPREAD, WCC_STATE_READ, WCC_STATE_WAVE, WCC_STATE_WRITTEN, WCC_STATE_BITS = 10 };
#define WCC_PLACES 1023u      /* of a record: the thread's place */
#define WCC_APART UINT32_MAX  /* no wave is wide enough for both */
#define WCC_NO_CELL UINT32_MAX

typedef struct WccTouch { /* an access of the source */
    const WccPlace *place;
    uint32_t number;       /* below WCC_MOST_TOUCHES */
    WccTouchKind kind;
    const char *name;      /* of the variable or resource */
    char axis;             /* 0: elements, 'b': bytes, 't': texels */
    uint32_t cell_bytes;   /* where the axis is 'b' */
    uint32_t is_shared, is_coherent;
    uint32_t first, all;   /* of a groupshared variable: its first cell, the cells of all of them */
    uint32_t offset;       /* of its first component, in cells */
    int32_t variable;      /* its number; -1: a resource */
} WccTouch;

typedef struct WccWatcher { /* of a group that runs */
    const WccWhere *where;
    WccFollowing *following;
    const WccShadow *shared;   /* of groupshared memory; NULL: nobody asked for it yet */
    uint64_t first;            /* interval of the group */
    uint32_t least_wave;       /* that the shader may run in */
    uint32_t races, unwritten; /* whether to tell of them */
    uint64_t full, counted;    /* groupshared variables, a bit each: all of it was written; in this interval it was
                                  looked whether it is so */
} WccWatcher;

typedef struct WccTouching { /* a wave's access to a cell of each lane */
    const WccWatcher *watcher;
    const WccTouch *touch;
    const WccShadow *shadow;
    uint32_t wave;
    const int32_t *active;
    WccWords own;          /* by lane: the cell from `base` on; `room` and more: none */
    uint32_t base, room;
    uint32_t plane;        /* cells from one component, or word of an element, to the next */
    uint32_t width;        /* texels in a row; else 0 */
    uint64_t record;       /* without a thread */
    uint32_t now;          /* the state of this interval, without what it was */
    uint32_t known;        /* of a cell that threads of this wave read */
    WccWords value;        /* hashes of what is stored */
} WccTouching;

typedef struct WccUnread { /* lanes that read what was never written */
    uint32_t lanes[4], cell;
} WccUnread;

static inline WccWatcher wcc_begin_watch(const WccWhere *where, uint32_t least_wave, uint32_t races, uint32_t unwritten)
{
    WccFollowing *following = where->dispatch->following;
    const uint32_t *grid = where->dispatch->groups, *group = where->group;
    if (following != 0)
        following->begin_group(following, ((uint64_t)group[2] * grid[1] + group[1]) * grid[0] + group[0]);
    return (WccWatcher){where, following, 0, following != 0 ? following->interval : 0, least_wave, races, unwritten, 0, 0};
}

/* At a barrier that somebody reached. */
static inline void wcc_pass_barrier(WccWatcher *watcher, uint32_t is_reached)
{
    if (watcher->following != 0)
        watcher->following->interval += is_reached;
    watcher->counted = 0;
}

/* Whoever reads the variable reads what was written. */
static inline int wcc_is_full(const WccWatcher *watcher, int32_t variable)
{
    return variable < 64 && (watcher->full >> variable & 1) != 0;
}

static inline uint64_t wcc_texels(const WccResource *texture)
{
    uint64_t rows = texture->height > 0 ? texture->height : 1, slices = texture->depth > 0 ? texture->depth : 1;
    return texture->width * rows * slices;
}

/* The memory's. */
static inline uint32_t wcc_cell(const WccTouching *touching, uint32_t lane)
{
    uint32_t own = wcc_word(touching->own, lane);
    return own < touching->room ? touching->base + own : WCC_NO_CELL;
}

/* Of a lane, as records have it. */
static inline uint32_t wcc_place(const WccTouching *touching, uint32_t lane)
{
    return touching->wave * touching->watcher->where->wave_size + lane;
}

/* ---- who is in whose way ---- */

/* What other groups did cannot clash with what this one does. */
static inline int wcc_is_private(const WccTouch *touch) { return touch->is_shared || touch->is_coherent; }

static inline int wcc_is_own_group(const WccTouching *touching, uint64_t record) { return record >> 26 >= touching->watcher->first; }

static inline int wcc_is_now(const WccTouching *touching, uint64_t record) { return record >> 26 == touching->record >> 26; }

/* Nothing that is done now can clash with it. */
static inline int wcc_is_past(const WccTouching *touching, uint64_t record)
{
    if (record == 0)
        return 1;
    if (wcc_is_own_group(touching, record))
        return !wcc_is_now(touching, record);
    return wcc_is_private(touching->touch);
}

/* Another thread's. */
static inline int wcc_clashes(const WccTouching *touching, uint64_t record, uint32_t place)
{
    int is_own = wcc_is_now(touching, record) && (record & WCC_PLACES) == place;
    return !is_own && !wcc_is_past(touching, record);
}

static inline int wcc_is_other_wave(const WccTouching *touching, uint64_t record, uint64_t other)
{
    return ((record ^ other) & WCC_PLACES & ~(uint64_t)(touching->watcher->where->wave_size - 1)) != 0;
}

/* Lanes of a wave go in step: the least wave in which both threads of the group do. */
static uint32_t wcc_wave_of_both(uint32_t place, uint32_t other)
{
    uint32_t size = 1;
    while (place / size != other / size)
        size *= 2;
    return size;
}

/* Another lane of this very access, for the same cell: which of them comes first, nobody says. */
static int wcc_is_same_access(const WccTouching *touching, uint64_t record, uint32_t cell)
{
    uint32_t lane = (uint32_t)(record & WCC_PLACES) - wcc_place(touching, 0);
    return (record >> 10 & (WCC_MOST_TOUCHES - 1)) == touching->touch->number && lane < touching->watcher->where->wave_size &&
           touching->active[lane] && wcc_cell(touching, lane) == cell;
}

/* 0: none. Of lanes that go in step, the wave that they need; or WCC_APART. */
static uint32_t wcc_clash(const WccTouching *touching, int channel, uint32_t cell, uint32_t place)
{
    uint64_t record = touching->shadow->who[channel][cell];
    uint32_t needed = WCC_APART;
    if (!wcc_clashes(touching, record, place))
        return 0;
    if (wcc_is_own_group(touching, record))
        needed = wcc_wave_of_both(place, record & WCC_PLACES);
    return needed <= touching->watcher->where->wave_size && !wcc_is_same_access(touching, record, cell) ? needed : WCC_APART;
}

/* The element, or the byte. */
static void wcc_name_cell(const WccTouching *touching, uint32_t cell, WccFault *fault)
{
    const WccTouch *touch = touching->touch;
    cell -= touch->first;
    fault->name = touch->name;
    fault->axis = touch->axis;
    fault->index = touch->axis == 'b' ? cell * touch->cell_bytes : touching->plane > 1 ? cell % touching->plane : cell;
    fault->limit = touching->width;
}

static inline uint32_t wcc_thread_at(const WccWhere *where, uint32_t place)
{
    return wcc_thread(where, place / where->wave_size, place % where->wave_size);
}

WCC_CHECK_FUNCTION wcc_report_race(const WccTouching *touching, int channel, uint32_t cell, uint32_t place, uint32_t clash)
{
    static const WccTouchKind KINDS[] = {WCC_STORES, WCC_LOADS, WCC_LOADS, WCC_UPDATES, WCC_UPDATES};
    const WccWatcher *watcher = touching->watcher;
    const WccWhere *where = watcher->where;
    uint64_t record = touching->shadow->who[channel][cell];
    WccFault fault = {.kind = WCC_RACE, .place = touching->touch->place, .where = where, .wave = touching->wave,
                      .other = watcher->following->places[record >> 10 & (WCC_MOST_TOUCHES - 1)],
                      .thread = wcc_thread_at(where, place), .other_thread = wcc_thread_at(where, record & WCC_PLACES),
                      .other_group = watcher->following->group_of(watcher->following, record >> 26),
                      .does = (uint32_t)touching->touch->kind, .other_does = (uint32_t)KINDS[channel]};
    if (clash != WCC_APART) {
        if (clash <= watcher->least_wave)
            return;
        fault.kind = WCC_RACE_IN_STEP;
        fault.lanes_needed = clash;
    }
    wcc_name_cell(touching, cell, &fault);
    wcc_report_fault(&fault);
}

enum {
    WCC_AGAINST_LOAD = 1 << WCC_WRITER | 1 << WCC_UPDATER | 1 << WCC_LAST_UPDATER,
    WCC_AGAINST_UPDATE = 1 << WCC_WRITER | 1 << WCC_READER | 1 << WCC_LAST_READER,
    WCC_AGAINST_STORE = WCC_AGAINST_LOAD | WCC_AGAINST_UPDATE
};

/* Tells the worst clash with these channels: of those in step the one that needs the widest wave. */
static void wcc_judge(const WccTouching *touching, int channels, uint32_t cell, uint32_t place)
{
    uint32_t worst = 0;
    int with = 0;
    for (int channel = 0; channel < WCC_CHANNELS; channel++) {
        uint32_t clash = channels >> channel & 1 ? wcc_clash(touching, channel, cell, place) : 0;
        with = clash > worst ? channel : with;
        worst = clash > worst ? clash : worst;
    }
    if (worst != 0 && touching->watcher->races)
        wcc_report_race(touching, with, cell, place, worst);
}

/* ---- what the shadow keeps ---- */

/* In the first of two channels; where another thread has that, in the second: the last one, unless that is the only one
 * of another wave than the first. */
static void wcc_note_in_two(const WccTouching *touching, int channel, uint32_t cell, uint32_t place)
{
    uint64_t *first = &touching->shadow->who[channel][cell], *last = &touching->shadow->who[channel + 1][cell];
    uint64_t mine = touching->record | place;
    int are_both = wcc_is_now(touching, *first) && wcc_is_now(touching, *last);
    if (wcc_is_past(touching, *first))
        *first = mine;
    else if (wcc_clashes(touching, *first, place) &&
             !(are_both && wcc_is_other_wave(touching, *first, *last) && !wcc_is_other_wave(touching, *first, mine)))
        *last = mine;
}

/* The state of a cell that is only read in this interval. */
static uint32_t wcc_state_of_readers(const WccTouching *touching, uint32_t cell)
{
    uint64_t first = touching->shadow->who[WCC_READER][cell], last = touching->shadow->who[WCC_LAST_READER][cell];
    if (!wcc_is_now(touching, last))
        return touching->now | WCC_STATE_READ;
    if (!wcc_is_now(touching, first) || wcc_is_other_wave(touching, first, last))
        return touching->now | WCC_STATE_SPREAD;
    return touching->known;
}

/* By this group, of groupshared memory. */
static inline int wcc_is_written(const WccTouching *touching, uint32_t cell)
{
    uint64_t writer = touching->shadow->who[WCC_WRITER][cell], updater = touching->shadow->who[WCC_UPDATER][cell];
    if (touching->touch->is_shared)
        return wcc_is_own_group(touching, writer) || wcc_is_own_group(touching, updater);
    return (writer | updater) != 0 || touching->shadow->is_filled;
}

/* Looks once in an interval whether all of the variable was written. */
static void wcc_count_written(WccWatcher *watcher, const WccTouch *touch, const WccShadow *shadow, uint32_t cells)
{
    const uint64_t *writers = shadow->who[WCC_WRITER] + touch->first, *updaters = shadow->who[WCC_UPDATER] + touch->first;
    uint64_t least = watcher->first << 26, bit = touch->variable < 64 ? (uint64_t)1 << touch->variable : 0;
    int missing = bit == 0 || (watcher->counted & bit) != 0;
    watcher->counted |= bit;
    for (uint32_t i = 0; i < cells && !missing; i++)
        missing = writers[i] < least && updaters[i] < least;
    watcher->full |= missing ? 0 : bit;
}

static void wcc_note_unread(WccUnread *unread, uint32_t lane, uint32_t cell)
{
    if ((unread->lanes[0] | unread->lanes[1] | unread->lanes[2] | unread->lanes[3]) == 0)
        unread->cell = cell;
    unread->lanes[lane / 32] |= 1u << lane % 32;
}

static void wcc_tell_unread(const WccTouching *touching, const WccUnread *unread)
{
    const uint32_t *lanes = unread->lanes;
    WccFault fault = {.kind = WCC_UNWRITTEN, .place = touching->touch->place, .where = touching->watcher->where, .wave = touching->wave,
                      .lanes = {lanes[0], lanes[1], lanes[2], lanes[3]}};
    if ((lanes[0] | lanes[1] | lanes[2] | lanes[3]) == 0)
        return;
    wcc_name_cell(touching, unread->cell, &fault);
    wcc_report_fault(&fault);
}

/* ---- a lane's load, store, atomic operation ---- */

static void wcc_note_reader(const WccTouching *touching, uint32_t cell, uint32_t place)
{
    uint32_t *state = &touching->shadow->state[cell];
    wcc_note_in_two(touching, WCC_READER, cell, place);
    if (*state != (touching->now | WCC_STATE_WRITTEN))
        *state = wcc_state_of_readers(touching, cell);
}

/* Nobody touched a cell of this state in this interval, nor did another group that could clash. */
static inline int wcc_is_untouched(const WccTouching *touching, uint32_t state)
{
    return touching->touch->is_shared ? state >> WCC_STATE_BITS != touching->now >> WCC_STATE_BITS : state == 0;
}

/* A cell of this state is only read, by nobody or by threads of this group: no load clashes. */
static inline int wcc_is_only_read(const WccTouching *touching, uint32_t state)
{
    return touching->touch->is_shared ? state != (touching->now | WCC_STATE_WRITTEN) : state == 0;
}

/* Of groupshared memory: in this interval only this thread read it. */
static inline int wcc_is_own(const WccTouching *touching, uint32_t cell, uint32_t place)
{
    return touching->touch->is_shared && touching->shadow->state[cell] == (touching->now | WCC_STATE_READ) &&
           (touching->shadow->who[WCC_READER][cell] & WCC_PLACES) == place;
}

static void wcc_watch_load(const WccTouching *touching, uint32_t cell, uint32_t place)
{
    if (!wcc_is_only_read(touching, touching->shadow->state[cell]))
        wcc_judge(touching, WCC_AGAINST_LOAD, cell, place);
    wcc_note_reader(touching, cell, place);
}

static void wcc_watch_update(const WccTouching *touching, uint32_t cell, uint32_t place)
{
    if (!wcc_is_untouched(touching, touching->shadow->state[cell]))
        wcc_judge(touching, WCC_AGAINST_UPDATE, cell, place);
    wcc_note_in_two(touching, WCC_UPDATER, cell, place);
    touching->shadow->state[cell] = touching->now | WCC_STATE_WRITTEN;
}

/* Two that leave the same value do not race; the first of them stays the writer. */
static void wcc_watch_store(const WccTouching *touching, uint32_t cell, uint32_t place, uint32_t value)
{
    const WccShadow *shadow = touching->shadow;
    int is_others = wcc_clashes(touching, shadow->who[WCC_WRITER][cell], place), is_alike = is_others && shadow->value[cell] == value;
    if (!wcc_is_untouched(touching, shadow->state[cell]) && !wcc_is_own(touching, cell, place))
        wcc_judge(touching, is_alike ? WCC_AGAINST_STORE & ~(1 << WCC_WRITER) : WCC_AGAINST_STORE, cell, place);
    shadow->state[cell] = touching->now | WCC_STATE_WRITTEN;
    if (is_others)
        return;
    shadow->who[WCC_WRITER][cell] = touching->record | place;
    shadow->value[cell] = value;
}

static void wcc_watch_lane(const WccTouching *touching, WccUnread *unread, uint32_t lane)
{
    const WccWatcher *watcher = touching->watcher;
    uint32_t cell = wcc_cell(touching, lane), place = wcc_place(touching, lane);
    if (!touching->active[lane] || cell == WCC_NO_CELL)
        return;
    if (watcher->unwritten && touching->touch->kind != WCC_STORES && !wcc_is_written(touching, cell))
        wcc_note_unread(unread, lane, cell);
    if (touching->touch->kind == WCC_LOADS)
        wcc_watch_load(touching, cell, place);
    else if (touching->touch->kind == WCC_ASKS)
        return;
    else if (touching->touch->kind == WCC_UPDATES)
        wcc_watch_update(touching, cell, place);
    else
        wcc_watch_store(touching, cell, place, wcc_word(touching->value, lane));
}

/* The lanes `first` and `last` load one cell, and those between them. Whether they are done with. */
static inline __attribute__((unused)) int wcc_pass_one(const WccTouching *touching, uint32_t cell, uint32_t first, uint32_t last)
{
    const WccShadow *shadow = touching->shadow;
    uint32_t state = shadow->state[cell];
    if (state == touching->known || state == touching->now)
        return 1;
    if (!wcc_is_only_read(touching, state) || first == last || (touching->watcher->unwritten && !wcc_is_written(touching, cell)))
        return 0;
    if (wcc_is_untouched(touching, state)) {
        shadow->who[WCC_READER][cell] = touching->record | wcc_place(touching, first);
        shadow->who[WCC_LAST_READER][cell] = touching->record | wcc_place(touching, last);
        shadow->state[cell] = touching->known;
        return 1;
    }
    wcc_note_reader(touching, cell, wcc_place(touching, first));
    wcc_note_reader(touching, cell, wcc_place(touching, last));
    return 1;
}

/* Lanes that load one cell: the first of them does, and the last. */
static __attribute__((unused)) void wcc_watch_one(const WccTouching *touching, WccUnread *unread, uint32_t lane, uint32_t end)
{
    while (lane < end && !touching->active[lane])
        lane++;
    while (end > lane && !touching->active[end - 1])
        end--;
    if (lane == end || wcc_cell(touching, lane) == WCC_NO_CELL || wcc_pass_one(touching, wcc_cell(touching, lane), lane, end - 1))
        return;
    wcc_watch_lane(touching, unread, lane);
    if (lane + 1 < end)
        wcc_watch_lane(touching, unread, end - 1);
}

#endif

#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

/* ---- for vectors of LANES: blocks of lanes that are done with at once ----
 * Those of these functions that tell whether a block is done with change nothing where it is not. */

/* Zero in all lanes. */
WCC_INLINE int F_(wcc_none)(T_(i32) lanes)
{
    T_(i32) some = lanes != F_(splat_i32)(0);
    return !F_(any_)(&some, 1);
}
WCC_INLINE T_(i32) F_(wcc_lanes_at)(const void *at) { return *(const T_(i32_any) *)at; }

/* Of cells that follow one another from `cell` on, those of lanes that are on. */
WCC_INLINE int F_(wcc_are_written)(const WccTouching *touching, uint32_t cell, const int32_t *active)
{
    const uint64_t *writers = touching->shadow->who[WCC_WRITER] + cell, *updaters = touching->shadow->who[WCC_UPDATER] + cell;
    uint64_t least = touching->touch->is_shared ? touching->watcher->first << 26 : 1;
    int missing = 0;
    if (!touching->touch->is_shared && touching->shadow->is_filled)
        return 1;
    for (uint32_t i = 0; i < LANES; i++)
        missing |= active[i] & -(writers[i] < least) & -(updaters[i] < least);
    return !missing;
}

/* Whether a lane that is on clashes with what the channel has for its cell. */
WCC_INLINE int F_(wcc_some_clash)(const WccTouching *touching, int channel, uint32_t cell, uint32_t place, const int32_t *active)
{
    const uint64_t *records = touching->shadow->who[channel] + cell;
    uint64_t interval = touching->record >> 26, first = touching->watcher->first << 26;
    int others = !wcc_is_private(touching->touch), clash = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        int is_others = (records[i] != 0) & (records[i] < first) & others;
        int is_own = (records[i] >> 26 == interval) & ((records[i] & WCC_PLACES) != place + i);
        clash |= active[i] & -(is_others | is_own);
    }
    return clash != 0;
}

WCC_INLINE int F_(wcc_clashes_with)(const WccTouching *touching, int channels, uint32_t cell, uint32_t place, const int32_t *active)
{
    int clash = 0;
    for (int channel = 0; channel < WCC_CHANNELS && !clash; channel++)
        clash = (channels >> channel & 1) && F_(wcc_some_clash)(touching, channel, cell, place, active);
    return clash;
}

/* wcc_note_reader, for cells that follow one another and are only read. */
static __attribute__((noinline, unused)) void F_(wcc_note_readers)(const WccTouching *touching, uint32_t cell, uint32_t place,
                                                                   const int32_t *active)
{
    uint64_t first[LANES], last[LANES], *firsts = touching->shadow->who[WCC_READER] + cell,
                                        *lasts = touching->shadow->who[WCC_LAST_READER] + cell;
    const uint64_t interval = touching->record >> 26, own = touching->watcher->first << 26,
                   waves = WCC_PLACES & ~(uint64_t)(touching->watcher->where->wave_size - 1), others = !wcc_is_private(touching->touch);
    uint32_t state[LANES], *states = touching->shadow->state + cell;
    for (uint32_t i = 0; i < LANES; i++) {
        uint64_t mine = touching->record | (place + i), was = firsts[i], then = lasts[i];
        uint64_t is_now = was >> 26 == interval, then_now = then >> 26 == interval;
        uint64_t stays = is_now | ((was != 0) & (was < own) & others);
        uint64_t is_mine = is_now & (((was ^ mine) & WCC_PLACES) == 0);
        uint64_t keeps = is_now & then_now & (((was ^ then) & waves) != 0) & (((was ^ mine) & waves) == 0);
        first[i] = stays ? was : mine;
        last[i] = (stays & !is_mine & !keeps) ? mine : then;
    }
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t is_now = first[i] >> 26 == interval, then_now = last[i] >> 26 == interval;
        uint32_t is_spread = !is_now | (((first[i] ^ last[i]) & waves) != 0);
        uint32_t reading = then_now ? is_spread ? touching->now : touching->known : touching->now | WCC_STATE_READ;
        state[i] = states[i] == (touching->now | WCC_STATE_WRITTEN) ? states[i] : reading;
    }
    for (uint32_t i = 0; i < LANES; i++) {
        firsts[i] = active[i] ? first[i] : firsts[i];
        lasts[i] = active[i] ? last[i] : lasts[i];
        states[i] = active[i] ? state[i] : states[i];
    }
}

/* Lanes that are on load cells that follow one another. */
WCC_INLINE int F_(wcc_pass_loads)(const WccTouching *touching, uint32_t cell, uint32_t place, const int32_t *active)
{
    const WccShadow *shadow = touching->shadow;
    T_(i32) states = F_(wcc_lanes_at)(shadow->state + cell), on = F_(wcc_lanes_at)(active);
    T_(i32) unknown = on & (states != F_(splat_i32)((int32_t)touching->now)) & (states != F_(splat_i32)((int32_t)touching->known));
    if (F_(wcc_none)(unknown))
        return 1;
    if (touching->watcher->unwritten && !F_(wcc_are_written)(touching, cell, active))
        return 0;
    if (touching->touch->is_shared) {
        T_(i32) written = states == F_(splat_i32)((int32_t)(touching->now | WCC_STATE_WRITTEN));
        T_(i32) touched = (states ^ F_(splat_i32)((int32_t)touching->now)) & F_(splat_i32)(-(1 << WCC_STATE_BITS));
        if (F_(wcc_none)(~on | (touched == F_(splat_i32)(0)))) {
            uint64_t *readers = shadow->who[WCC_READER] + cell;
            for (uint32_t i = 0; i < LANES; i++)
                readers[i] = touching->record | (place + i);
            *(T_(i32_any) *)(shadow->state + cell) = F_(splat_i32)((int32_t)(touching->now | WCC_STATE_READ));
            return 1;
        }
        if (!F_(wcc_none)(on & written) && F_(wcc_clashes_with)(touching, WCC_AGAINST_LOAD, cell, place, active))
            return 0;
    } else if (!F_(wcc_none)(on & states) && F_(wcc_clashes_with)(touching, WCC_AGAINST_LOAD, cell, place, active)) {
        return 0;
    }
    F_(wcc_note_readers)(touching, cell, place, active);
    return 1;
}

/* Lanes that are on store to cells that follow one another; `value`: of the first of them. */
WCC_INLINE int F_(wcc_pass_stores)(const WccTouching *touching, uint32_t cell, uint32_t place, const int32_t *active, WccWords value)
{
    const WccShadow *shadow = touching->shadow;
    T_(i32) states = F_(wcc_lanes_at)(shadow->state + cell), on = F_(wcc_lanes_at)(active);
    T_(i32) now = F_(splat_i32)((int32_t)touching->now), mask = F_(splat_i32)(-(1 << WCC_STATE_BITS));
    T_(i32) touched = touching->touch->is_shared ? (((states ^ now) & mask) == F_(splat_i32)(0)) : (states != F_(splat_i32)(0));
    T_(i32) values = value.step != 0 ? F_(wcc_lanes_at)(value.first) : F_(splat_i32)(value.first[0]);
    uint64_t *writers = shadow->who[WCC_WRITER] + cell;
    if (!F_(wcc_none)(on & touched) && F_(wcc_clashes_with)(touching, WCC_AGAINST_STORE, cell, place, active))
        return 0;
    for (uint32_t i = 0; i < LANES; i++)
        writers[i] = active[i] ? touching->record | (place + i) : writers[i];
    *(T_(i32_any) *)(shadow->state + cell) = F_(select_i32)(on, now | F_(splat_i32)(WCC_STATE_WRITTEN), states);
    *(T_(i32_any) *)(shadow->value + cell) = F_(select_i32)(on, values, F_(wcc_lanes_at)(shadow->value + cell));
    return 1;
}

/* Loads of cells of which so many threads read that one more changes nothing. */
WCC_INLINE int F_(wcc_are_known)(const WccTouching *touching, T_(i32) own, T_(i32) on)
{
    T_(i32) inside = on & ((T_(u32))own < (T_(u32))F_(splat_i32)((int32_t)touching->room));
    T_(i32) states = F_(gather_i32)(touching->shadow->state + touching->base, own * F_(splat_i32)(4), inside);
    return F_(wcc_none)(inside & (states != F_(splat_i32)((int32_t)touching->now)) & (states != F_(splat_i32)((int32_t)touching->known)));
}

/* Several of the lanes from `lane` on are on, and have one cell. */
WCC_INLINE int F_(wcc_is_one)(const WccTouching *touching, uint32_t lane)
{
    T_(i32) own = F_(wcc_lanes_at)(touching->own.first + lane), on = F_(wcc_lanes_at)(touching->active + lane);
    uint32_t bits = F_(bits)(on);
    return (bits & (bits - 1)) != 0 && F_(wcc_none)(on & (own ^ F_(splat_i32)(touching->own.first[lane + (uint32_t)__builtin_ctz(bits)])));
}

/* The lanes from `lane` on. */
WCC_INLINE int F_(wcc_pass_block)(const WccTouching *touching, uint32_t lane)
{
    const int32_t *active = touching->active + lane;
    int is_load = touching->touch->kind == WCC_LOADS;
    T_(i32) own = F_(wcc_lanes_at)(touching->own.first + lane), on = F_(wcc_lanes_at)(active);
    uint32_t bits = F_(bits)(on);
    if (bits == 0)
        return 1;
    uint32_t from = (uint32_t)__builtin_ctz(bits), first = (uint32_t)touching->own.first[lane + from];
    if (is_load && first < touching->room && F_(wcc_is_one)(touching, lane))
        return wcc_pass_one(touching, touching->base + first, lane + from, lane + 31 - (uint32_t)__builtin_clz(bits));
    T_(i32) steps = own ^ F_(linear_i32)((int32_t)(first - from), 1);
    int is_row = F_(wcc_none)(on & steps) && first >= from && first < touching->room && touching->room - first + from >= LANES;
    uint32_t cell = touching->base + first - from, place = wcc_place(touching, lane);
    if (is_row && is_load)
        return F_(wcc_pass_loads)(touching, cell, place, active);
    if (is_row && touching->touch->kind == WCC_ASKS)
        return F_(wcc_are_written)(touching, cell, active);
    if (is_row && touching->touch->kind == WCC_STORES)
        return F_(wcc_pass_stores)(touching, cell, place, active,
                                   (WccWords){touching->value.first + lane * (uint32_t)touching->value.step, touching->value.step});
    return is_load && F_(wcc_are_known)(touching, own, on);
}

/* ---- a wave's access ---- */

/* What wcc_pass_block leaves over, from the block at `lane` on; its values are its caller's. */
static __attribute__((noinline, unused)) void F_(wcc_watch_lanes)(WccTouching touching, uint32_t lane)
{
    const uint32_t lanes = touching.watcher->where->wave_size;
    WccUnread unread = {0};
    for (; lane < lanes; lane += LANES)
        if (touching.own.step != 0 && touching.touch->kind == WCC_LOADS && F_(wcc_is_one)(&touching, lane))
            wcc_watch_one(&touching, &unread, lane, lane + LANES);
        else if (touching.own.step == 0 || !F_(wcc_pass_block)(&touching, lane))
            for (uint32_t i = lane; i < lane + LANES; i++)
                wcc_watch_lane(&touching, &unread, i);
    wcc_tell_unread(&touching, &unread);
}

/* All lanes have one cell. */
static __attribute__((noinline, unused)) void F_(wcc_watch_alike)(WccTouching touching)
{
    WccUnread unread = {0};
    wcc_watch_one(&touching, &unread, 0, touching.watcher->where->wave_size);
    wcc_tell_unread(&touching, &unread);
}

WCC_INLINE void F_(wcc_touch_cells)(const WccTouching *touching)
{
    const uint32_t lanes = touching->watcher->where->wave_size;
    uint32_t lane = 0;
    if (touching->own.step == 0 && touching->touch->kind == WCC_LOADS) {
        uint32_t cell = wcc_cell(touching, 0), state = cell != WCC_NO_CELL ? touching->shadow->state[cell] : touching->now;
        if (state != touching->now && state != touching->known)
            F_(wcc_watch_alike)(*touching);
        return;
    }
    while (lane < lanes && touching->own.step != 0 && F_(wcc_pass_block)(touching, lane))
        lane += LANES;
    if (lane < lanes)
        F_(wcc_watch_lanes)(*touching, lane);
}

/* `count` cells from each lane's first on, a plane apart; of a store `value_count` hashes, shared out among them. `limit`: cells of the
 * memory, of a groupshared variable its own. */
static __attribute__((noinline, unused)) void F_(wcc_touch)(WccWatcher *watcher, const WccTouch *touch, uint32_t row, uint64_t limit,
                                                            uint32_t plane, uint32_t width, uint32_t wave, const int32_t *active, WccWords first,
                                                            uint32_t count, const WccWords *values, uint32_t value_count)
{
    WccFollowing *following = watcher->following;
    uint32_t most = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
    if (following == 0 || limit == 0)
        return;
    const WccShadow *shadow = touch->is_shared ? watcher->shared : 0;
    if (shadow == 0)
        shadow = following->shadow(following, touch->is_shared ? WCC_SHARED_ROW : row, touch->is_shared ? touch->all : most);
    if (shadow == 0)
        return;
    if (touch->is_shared)
        watcher->shared = shadow;
    if (touch->kind == WCC_ASKS && touch->is_shared)
        wcc_count_written(watcher, touch, shadow, most);
    if (touch->kind == WCC_ASKS && (touch->is_shared ? wcc_is_full(watcher, touch->variable) : shadow->is_filled != 0))
        return;
    following->places[touch->number] = touch->place;
    uint32_t now = (uint32_t)following->interval << WCC_STATE_BITS;
    for (uint32_t cell = 0; cell < count; cell++) {
        const WccTouching touching = {
            .watcher = watcher, .touch = touch, .shadow = shadow, .wave = wave, .active = active, .own = first,
            .base = touch->first + touch->offset + cell * plane,
            .room = touch->is_shared ? plane : most > cell * plane ? most - cell * plane : 0, .plane = plane, .width = width,
            .record = following->interval << 26 | (uint64_t)touch->number << 10, .now = now, .known = now | wave << 2 | WCC_STATE_WAVE,
            .value = value_count > 0 ? values[cell * value_count / count] : (WccWords){0, 0}};
        F_(wcc_touch_cells)(&touching);
    }
}

#undef T_
#undef F_
