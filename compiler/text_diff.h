/* The difference of two texts, line by line, as patches have it. */
#ifndef WAVECC_TEXT_DIFF_H
#define WAVECC_TEXT_DIFF_H

#include "base/base.h"

/* Hunks (`@@ -9,7 +9,6 @@`) with three lines around what changed; false: nothing did, and nothing is
 * printed. Lines are compared without the comment that they end with (` ; blur.hlsl:9`). */
bool text_diff(Text *out, const char *before, const char *after);

#endif
