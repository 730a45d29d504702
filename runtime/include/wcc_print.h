/* wcc_print: how kernels with printf and DebugBreak tell what their lanes print. Included once by emitted C, after
 * wcc_abi.h. */
#ifndef WCC_PRINT_H
#define WCC_PRINT_H

#include "wcc_abi.h"

/* `active`: a mask by lane. `words`: one for each of the point's leaves, two for those of 64 bits. */
static __attribute__((noinline, unused, cold)) void wcc_print(const WccWhere *where, uint32_t wave, const WccPrintPoint *point,
                                                              const int32_t *active, const WccWords *words)
{
    WccPrinter *printer = where->dispatch->printer;
    int32_t is_there = 0;
    for (uint32_t lane = 0; lane < where->wave_size; lane++)
        is_there |= active[lane];
    if (printer != 0 && is_there)
        printer->print(printer, &(WccPrintEvent){point, where, active, words, wave});
}

#endif
