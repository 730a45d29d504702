/* print: what kernels print by printf, kept until a dispatch has ended, and told in the order of
 * its groups and threads. */
#ifndef WCC_PRINT_HOST_H
#define WCC_PRINT_HOST_H

#include "numbers/report.h"
#include "wcc_abi.h"

/* Of which threads: all that is not said may be anything. Zeroed: all. */
typedef struct PrintFilter {
    bool has_group, has_thread, has_wave, has_lane;
    bool thread_is_index; /* thread[0] is SV_GroupIndex, else SV_GroupThreadID */
    bool is_of_all;       /* typed once for all dispatches of a command line */
    uint32_t group[3], thread[3], wave, lane;
} PrintFilter;

typedef struct Printer Printer;

/* places.c */

/* X or X,Y or X,Y,Z; gives how many, 0 where it is something else. *text is moved behind them. */
int host_parse_place(const char **text, uint32_t place[3]);
/* Fail where a dispatch of so many groups, a group or this variant has none of that. */
bool host_check_group(Report *report, const uint32_t groups[3], const uint32_t group[3]);
/* place[0] is SV_GroupIndex, or place is SV_GroupThreadID; *thread becomes SV_GroupIndex. */
bool host_check_thread(Report *report, const WccEntry *entry, const uint32_t place[3],
                       bool is_index, uint32_t *thread);
bool host_check_wave(Report *report, const WccEntry *entry, const WccVariant *variant,
                     uint32_t wave);

/* print_filter.c */

/* "group=X,Y,Z,thread=N,wave=N,lane=N", any of these. */
bool host_parse_print_filter(Report *report, const char *text, PrintFilter *filter);
/* Fails where it names what the dispatch has not: nobody would print. */
bool host_check_print_filter(Report *report, const PrintFilter *filter, const WccEntry *entry,
                             const WccVariant *variant, const uint32_t groups[3]);
bool host_filter_takes(const PrintFilter *filter, const WccWhere *where, uint32_t wave,
                       uint32_t lane);

/* print_text.c */

/* Words are those of the point's leaves. */
void host_text_print(Text *text, const WccPrintPoint *point, const uint32_t *words);

/* print.c */

enum { HOST_PRINT_BYTES = 64 << 20 }; /* that a dispatch's records may take */

/* Of so many bytes of records the first are kept, in the order in which they are told. */
Printer *host_new_printer(Report *report, size_t most_bytes);
void host_free_printer(Printer *printer); /* NULL is fine */
/* Forgets all, and takes what the dispatch's kernels print; nothing where nobody listens. */
void host_collect_prints(Printer *printer, const Report *report, const PrintFilter *filter,
                         WccDispatch *dispatch);
/* What kernels print goes there; NULL: nowhere. */
void host_send_prints(Report *report, FILE *out);
/* Gives it to the report's `print`, and warns where there was no room, and of DebugBreak() that no
 * debugger was there for. */
void host_tell_prints(Report *report, Printer *printer);

#endif
