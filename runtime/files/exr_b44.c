/* B44 of OpenEXR. A chunk has its channels one behind the other. What is not half lies there as it
 * is; halves are cut into 4 x 4 blocks of 14 bytes, or of 3 where all are alike:
 *     first: 16 bits | shift: 6 bits | 15 differences of 6 bits, biased by 32, times 2^shift
 * The first column's differences are to the number above, all others to the number at the left,
 * and they come column by column. Numbers are halves whose order is that of their bits: negative
 * ones inverted, the sign of the others set. A shift of 13 and more says that all are the first. A
 * channel that is marked as linear holds exp(x / 8). Chunks that would not shrink have their lines
 * one behind the other, each with all its channels. (Technical Introduction to OpenEXR, "B44".) */
#include "exr_b44.h"

#include <math.h>
#include <string.h>

enum { SIDE = 4, BLOCK_BYTES = 14, FLAT_BYTES = 3, FLAT_SHIFT = 13, DELTA_BITS = 6 };
enum { HALF_INFINITY = 0x7c00, HALF_SIGN = 0x8000 };

/* The half with this place in the order of halves. */
static uint16_t half_of_order(uint16_t order)
{
    return order & 0x8000 ? order & 0x7fff : (uint16_t)~order;
}

/* 6 bits, from bit `at` on, counted from the most significant of the first byte. */
static uint32_t take_six(const uint8_t *bytes, uint32_t at)
{
    uint32_t two = (uint32_t)bytes[at / 8] << 8 | bytes[at / 8 + (at % 8 > 2)];
    return two >> (16 - DELTA_BITS - at % 8) & 63;
}

/* Gives how many bytes the block has; 0: more than there are. */
static size_t unpack_block(const uint8_t *bytes, size_t count, uint16_t halves[SIDE][SIDE])
{
    if (count < FLAT_BYTES)
        return 0;
    uint16_t orders[SIDE][SIDE];
    uint32_t shift = bytes[2] >> 2, at = 16 + DELTA_BITS;
    bool is_flat = shift >= FLAT_SHIFT;
    if (!is_flat && count < BLOCK_BYTES)
        return 0;
    uint16_t first = (uint16_t)(bytes[0] << 8 | bytes[1]);
    for (int x = 0; x < SIDE; x++) {
        for (int y = 0; y < SIDE; y++) {
            uint16_t before = x ? orders[y][x - 1] : y ? orders[y - 1][0] : 0;
            bool is_stored = is_flat || (!x && !y);
            orders[y][x] = is_stored ? first
                                     : (uint16_t)(before + (take_six(bytes, at) << shift) -
                                                  (32u << shift));
            at += is_stored ? 0 : DELTA_BITS;
            halves[y][x] = half_of_order(orders[y][x]);
        }
    }
    return is_flat ? FLAT_BYTES : BLOCK_BYTES;
}

/* 8 log(x), as a half; of what has no logarithm 0. */
static uint16_t log_of(uint16_t half)
{
    double value;
    uint16_t result;
    Report unheard = {0};
    bool is_negative = half > HALF_SIGN;
    if ((half & HALF_INFINITY) == HALF_INFINITY || is_negative)
        return 0;
    host_convert(&unheard, NUMBER_F16, &half, NUMBER_F64, &value, 1);
    /* Rounded twice, as the library does it. */
    float logarithm = (float)(8 * log(value));
    host_convert(&unheard, NUMBER_F32, &logarithm, NUMBER_F16, &result, 1);
    return result;
}

static void put_block(uint16_t halves[SIDE][SIDE], bool is_linear, size_t x, size_t y, size_t width,
                      size_t height, uint8_t *numbers)
{
    for (size_t row = y; row < height && row < y + SIDE; row++) {
        for (size_t column = x; column < width && column < x + SIDE; column++) {
            uint16_t half = halves[row - y][column - x];
            half = is_linear ? log_of(half) : half;
            memcpy(numbers + (row * width + column) * sizeof half, &half, sizeof half);
        }
    }
}

/* All blocks of a channel; numbers NULL: they are passed over. *used gets their bytes. */
static bool unpack_blocks(const exr_attr_chlist_entry_t *channel, size_t width, size_t height,
                          const uint8_t *bytes, size_t count, uint8_t *numbers, size_t *used)
{
    *used = 0;
    for (size_t y = 0; y < height; y += SIDE) {
        for (size_t x = 0; x < width; x += SIDE) {
            uint16_t halves[SIDE][SIDE];
            size_t length = unpack_block(bytes + *used, count - *used, halves);
            if (!length)
                return false;
            *used += length;
            if (numbers)
                put_block(halves, channel->p_linear, x, y, width, height, numbers);
        }
    }
    return true;
}

/* How many multiples of `sampling` lie from `first` on in `length`. */
static size_t count_samples(int32_t first, int32_t length, int32_t sampling)
{
    size_t count = 0;
    if (sampling == 1)
        return (size_t)length;
    for (int64_t at = first; sampling > 0 && at < (int64_t)first + length; at++)
        count += at % sampling == 0;
    return count;
}

static size_t bytes_of(const exr_attr_chlist_entry_t *channel)
{
    return channel->pixel_type == EXR_PIXEL_HALF ? 2 : 4;
}

/* Each line has all its channels. */
static bool copy_lines(const exr_attr_chlist_t *list, int wanted, const ExrRegion *region,
                       const uint8_t *bytes, size_t count, uint8_t *numbers)
{
    for (int64_t y = region->y; y < (int64_t)region->y + region->height; y++) {
        for (int i = 0; i < list->num_channels; i++) {
            const exr_attr_chlist_entry_t *channel = &list->entries[i];
            if (channel->y_sampling < 1 || y % channel->y_sampling != 0)
                continue;
            size_t length = bytes_of(channel) *
                            count_samples(region->x, region->width, channel->x_sampling);
            if (length > count)
                return false;
            if (i == wanted) {
                memcpy(numbers, bytes, length);
                numbers += length;
            }
            bytes += length;
            count -= length;
        }
    }
    return true;
}

bool host_unpack_b44(const exr_attr_chlist_t *list, int wanted, const ExrRegion *region,
                     const uint8_t *bytes, size_t count, bool is_packed, uint8_t *numbers)
{
    if (!is_packed)
        return copy_lines(list, wanted, region, bytes, count, numbers);
    for (int i = 0; i <= wanted; i++) {
        const exr_attr_chlist_entry_t *channel = &list->entries[i];
        size_t width = count_samples(region->x, region->width, channel->x_sampling);
        size_t height = count_samples(region->y, region->height, channel->y_sampling);
        size_t used = width * height * bytes_of(channel);
        uint8_t *target = i == wanted ? numbers : NULL;
        if (channel->pixel_type == EXR_PIXEL_HALF) {
            if (!unpack_blocks(channel, width, height, bytes, count, target, &used))
                return false;
        } else {
            if (used > count)
                return false;
            if (target)
                memcpy(target, bytes, used);
        }
        bytes += used;
        count -= used;
    }
    return true;
}
