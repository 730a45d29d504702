/* Where memory for resources begins. */
#include <stdlib.h>

#include "host/resources.h"
#include "kernels.h"

static uintptr_t offset_of(size_t bytes, uintptr_t page)
{
    Report report = { 0 };
    void *data = host_new_data(&report, bytes);
    assert_non_null(data);
    uintptr_t offset = (uintptr_t)data % page;
    free(data);
    return offset;
}

TEST(resources_of_two_mib_and_more_begin_where_huge_pages_do)
{
    const uintptr_t huge = 2 << 20;
    assert_int_equal(offset_of(huge, huge), 0);
    assert_int_equal(offset_of(3 * huge + 4, huge), 0);
    assert_int_equal(offset_of(100, 64), 0);
}
