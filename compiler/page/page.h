/* page: --emit=html, one page for people that holds all that is known of a compiled shader: its
 * source by how each line runs, the IR and the C of each line, the control flow as a picture, the
 * report's tables. Read off the kernels' Plans and what emit marked; nothing is found out here.
 *
 * The page needs no script and fetches nothing. docs/page.md tells what its parts say. */
#ifndef WAVECC_PAGE_H
#define WAVECC_PAGE_H

#include "emit/emit.h"
#include "report/report.h"

typedef struct Page {
    const char *title;  /* the source's path */
    const char *target; /* as --target names it */
    const Plan *const *plans; /* a tab each, in this order; NULLs are passed over */
    int plan_count;
    const Sources *sources;
    const Text *c;          /* of all plans */
    const EmitMarks *marks; /* of that text */
    const char *heat;       /* what --coverage wrote, NUL-terminated; NULL: nothing */
} Page;
void page_print(Text *out, const Page *page);

#endif
