/* Which channels of an .exr are a picture's components. Their names are NAME or LAYER.NAME.
 *     nothing said    R, G, B and A, where there is one of the first three; what is missing is 0,
 *                     a missing A is no component
 *                     else Y and A, where no RY and BY have the colours
 *                     else the same of the layer, where all channels are of one
 *                     else all there are, up to four, in the order of their names
 *     :LAYER          the same of those that begin with LAYER.
 *     :NAME           one channel
 *     :NAME,NAME      two to four
 * Two channels are red and green. */
#include "exr_channels.h"

#include <string.h>

static int find_channel(const exr_attr_chlist_t *list, const char *prefix, size_t length,
                        const char *name, size_t name_length)
{
    for (int i = 0; i < list->num_channels; i++) {
        const char *channel = list->entries[i].name.str;
        if (!strncmp(channel, prefix, length) && strlen(channel + length) == name_length &&
            !memcmp(channel + length, name, name_length))
            return i;
    }
    return EXR_NONE;
}

static void add_component(ExrPicks *picks, int channel)
{
    picks->channels[picks->count++] = channel;
}

static int find_letter(const exr_attr_chlist_t *list, const char *prefix, size_t length,
                       const char *letter)
{
    return find_channel(list, prefix, length, letter, 1);
}

static bool pick_colours(const exr_attr_chlist_t *list, const char *prefix, size_t length,
                         ExrPicks *picks)
{
    static const char *const letters[] = {"R", "G", "B", "A"};
    int found[4];
    for (int i = 0; i < 4; i++)
        found[i] = find_letter(list, prefix, length, letters[i]);
    if (found[0] == EXR_NONE && found[1] == EXR_NONE && found[2] == EXR_NONE)
        return false;
    for (int i = 0; i < (found[3] == EXR_NONE ? 3 : 4); i++)
        add_component(picks, found[i]);
    return true;
}

static bool pick_luminance(const exr_attr_chlist_t *list, const char *prefix, size_t length,
                           ExrPicks *picks)
{
    int y = find_letter(list, prefix, length, "Y"), a = find_letter(list, prefix, length, "A");
    if (y == EXR_NONE || find_letter(list, prefix, length, "X") != EXR_NONE)
        return false;
    if (find_channel(list, prefix, length, "RY", 2) != EXR_NONE ||
        find_channel(list, prefix, length, "BY", 2) != EXR_NONE)
        return false;
    for (int i = 0; i < (a == EXR_NONE ? 1 : 3); i++)
        add_component(picks, y);
    if (a != EXR_NONE)
        add_component(picks, a);
    return true;
}

/* Those with this prefix, up to four. */
static bool pick_all(const exr_attr_chlist_t *list, const char *prefix, size_t length,
                     ExrPicks *picks)
{
    for (int i = 0; i < list->num_channels; i++) {
        if (strncmp(list->entries[i].name.str, prefix, length) != 0)
            continue;
        if (picks->count == 4)
            return false;
        add_component(picks, i);
    }
    return picks->count > 0;
}

static bool pick_layer(const exr_attr_chlist_t *list, const char *prefix, size_t length,
                       ExrPicks *picks)
{
    if (pick_colours(list, prefix, length, picks) || pick_luminance(list, prefix, length, picks))
        return true;
    return pick_all(list, prefix, length, picks);
}

static size_t layer_length(const char *channel)
{
    const char *dot = strrchr(channel, '.');
    return dot ? (size_t)(dot - channel) + 1 : 0;
}

/* The length of LAYER. that all channels begin with; 0: of several layers, or of none. */
static size_t only_layer(const exr_attr_chlist_t *list)
{
    const char *first = list->num_channels ? list->entries[0].name.str : "";
    size_t length = layer_length(first);
    for (int i = 1; i < list->num_channels; i++) {
        const char *channel = list->entries[i].name.str;
        if (layer_length(channel) != length || strncmp(channel, first, length) != 0)
            return 0;
    }
    return length;
}

static bool pick_names(const exr_attr_chlist_t *list, const char *names, ExrPicks *picks)
{
    for (;; names++) {
        size_t length = strcspn(names, ",");
        int channel = find_channel(list, "", 0, names, length);
        if (channel == EXR_NONE || picks->count == 4)
            return false;
        add_component(picks, channel);
        names += length;
        if (!*names)
            return true;
    }
}

bool host_pick_exr_channels(const exr_attr_chlist_t *list, const char *option, ExrPicks *picks)
{
    char prefix[256];
    *picks = (ExrPicks){0};
    size_t layer = only_layer(list);
    bool good = *option ? pick_names(list, option, picks)
                        : pick_layer(list, layer ? list->entries[0].name.str : "", layer, picks);
    if (!good && *option && strlen(option) + 2 < sizeof prefix) {
        int length = snprintf(prefix, sizeof prefix, "%s.", option);
        *picks = (ExrPicks){0};
        good = pick_layer(list, prefix, (size_t)length, picks);
    }
    if (good && picks->count == 2)
        add_component(picks, EXR_NONE);
    return good;
}

void host_list_exr_channels(const exr_attr_chlist_t *list, Text *text)
{
    for (int i = 0; i < list->num_channels; i++)
        host_text_printf(text, "%s%.60s", i ? ", " : "", list->entries[i].name.str);
}

Number host_exr_number(const exr_attr_chlist_t *list, const ExrPicks *picks)
{
    bool has[EXR_PIXEL_LAST_TYPE] = {false};
    for (int i = 0; i < picks->count; i++)
        if (picks->channels[i] != EXR_NONE)
            has[list->entries[picks->channels[i]].pixel_type] = true;
    if (has[EXR_PIXEL_UINT])
        return has[EXR_PIXEL_HALF] || has[EXR_PIXEL_FLOAT] ? NUMBER_F64 : NUMBER_U32;
    return has[EXR_PIXEL_FLOAT] ? NUMBER_F32 : NUMBER_F16;
}
