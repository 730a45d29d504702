/* print_text: what a call of printf prints, for whoever has no Report. */
#ifndef WCC_PRINT_TEXT_H
#define WCC_PRINT_TEXT_H

#include "wcc_abi.h"

/* Words are those of the point's leaves. To be freed; NULL: out of memory. */
char *host_spell_print(const WccPrintPoint *point, const uint32_t *words);

#endif
