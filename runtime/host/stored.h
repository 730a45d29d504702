/* stored: what kernels have written, before anybody looks at it. */
#ifndef WCC_STORED_H
#define WCC_STORED_H

#include "dispatch.h"
#include "module.h"

/* What the entry point may have stored holds only what the rows' formats do. Who else has run
 * groups of it; NULL: nobody. */
void host_round_stored(const WccModule *module, const WccEntry *entry, const Bindings *bindings,
                       Ranks *ranks);

#endif
