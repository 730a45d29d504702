/* faults: what faults.c, tell_faults.c, shadow.c and trace.c share. */
#ifndef WCC_FAULTS_H
#define WCC_FAULTS_H

#include "dispatch.h"

#include <pthread.h>

enum { MOST_KEPT = 20 };

typedef struct KeptFault {
    WccFault fault; /* `where` points to the copy beside it */
    WccWhere where;
    uint64_t count;
} KeptFault;

typedef struct Shadows Shadows;

struct Faults {
    pthread_mutex_t lock;
    KeptFault kept[MOST_KEPT];
    int kept_count;
    uint64_t total;
    Shadows *shadows;
    uint32_t grid[3]; /* groups of the dispatch */
};

/* faults.c: in the order of the source. */
int host_compare_faults(const WccFault *left, const WccFault *right);

/* tell_faults.c: "0-3, 7", of lanes as WccFault has them. */
void host_print_lanes(Text *out, const uint32_t lanes[4]);

/* shadow.c */

Shadows *host_new_shadows(void); /* NULL without memory */
void host_free_shadows(Shadows *shadows);
/* Forgets all, and follows what the dispatch's kernels touch. */
void host_follow(Shadows *shadows, WccDispatch *dispatch);

#endif
