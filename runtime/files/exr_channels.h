/* Which channels of an .exr are a picture's components. */
#ifndef WCC_EXR_CHANNELS_H
#define WCC_EXR_CHANNELS_H

#include "exr_library.h"

enum { EXR_NONE = -1 };

/* The components in turn: an index into the part's list, or EXR_NONE for one that is 0. */
typedef struct ExrPicks {
    int channels[5], count;
} ExrPicks;

/* Fails where the part has no such channels, or more than four and none of the usual names. */
bool host_pick_exr_channels(const exr_attr_chlist_t *list, const char *option, ExrPicks *picks);
/* "A, B, G, R" */
void host_list_exr_channels(const exr_attr_chlist_t *list, Text *text);
/* The type that holds all of them exactly. */
Number host_exr_number(const exr_attr_chlist_t *list, const ExrPicks *picks);

#endif
