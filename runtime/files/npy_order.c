/* What .npy files have in another order than we: the bytes of numbers, most significant first
 * (dtype '>f4'), and elements, the first index fastest (fortran_order). */
#include "files.h"

#include <stdlib.h>
#include <string.h>

bool host_find_npy_dtype(const char *dtype, Number *number, ByteOrder *order)
{
    char little[16] = "<";
    *order = *dtype == '>' ? MOST_FIRST : LEAST_FIRST;
    if (*order == LEAST_FIRST)
        return host_find_npy_number(dtype, number);
    if (strlen(dtype) >= sizeof little)
        return false;
    strcpy(little + 1, dtype + 1);
    return host_find_npy_number(little, number);
}

void host_turn_bytes(uint8_t *numbers, size_t count, size_t bytes)
{
    for (size_t i = 0; i < count; i++, numbers += bytes) {
        for (size_t low = 0, high = bytes - 1; low < high; low++, high--) {
            uint8_t byte = numbers[low];
            numbers[low] = numbers[high];
            numbers[high] = byte;
        }
    }
}

void host_turn_fields(const Records *records, uint8_t *data, size_t count)
{
    for (size_t i = 0; i < count; i++, data += records->bytes) {
        for (uint32_t j = 0; j < records->count; j++) {
            const RecordField *field = &records->fields[j];
            if (field->order == MOST_FIRST)
                host_turn_bytes(data + field->offset, field->count,
                                host_number(field->number)->bytes);
        }
    }
}

/* An index of so many sides, the last of which runs fastest. */
static void step(size_t *index, const size_t *sides, uint32_t rank)
{
    while (rank-- && ++index[rank] == sides[rank])
        index[rank] = 0;
}

bool host_turn_axes(Report *report, uint8_t *data, uint32_t rank, const size_t *sides,
                    size_t element)
{
    size_t strides[HOST_MAX_RANK], index[HOST_MAX_RANK] = {0}, count = 1;
    for (uint32_t i = 0; i < rank; i++) {
        strides[i] = count * element;
        count *= sides[i];
    }
    uint8_t *turned = malloc(count * element + 1);
    if (!turned)
        return host_fail(report, "not enough memory");
    for (size_t i = 0; i < count; i++, step(index, sides, rank)) {
        size_t source = 0;
        for (uint32_t axis = 0; axis < rank; axis++)
            source += index[axis] * strides[axis];
        memcpy(turned + i * element, data + source, element);
    }
    memcpy(data, turned, count * element);
    free(turned);
    return true;
}
