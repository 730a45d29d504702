/* host: the program around a compiled module. The floors of runtime/, each of which stands on those
 * above it in this list:
 *
 *     numbers/report.h   failures in words, text that grows
 *     numbers/numbers.h  number types, arrays of numbers, values in place
 *     files/files.h      pictures, .npy, .csv, .txt, .bin
 *
 *     resources.h     memory as kernels see it, filled from arrays and saved
 *     module.h        a module's tables by name, cbuffer members, samplers, what is bound
 *     dispatch.h      orders of groups, faults, the pool of workers
 *     command_line.h  what was typed
 *     plan.h          what that means for the module
 *     session.h       carrying it out: binding, running, comparing, saving
 *     host.h, wcc_rt.h  the command line and the library as a whole */
#ifndef WCC_HOST_H
#define WCC_HOST_H

#include <stdio.h>

#include "wcc_rt.h"

/* wcc_main.c */

/* wcc_main with its streams as arguments. */
int host_main(const WccModule *module, int argc, char **argv, FILE *out, FILE *err);

#endif
