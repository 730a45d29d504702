/* What files say of textures' shapes, and that what is written of a texture is read back. */
#include <stdlib.h>

#include "files/files.h"
#include "host/resources.h"
#include "kernels.h"

static WccResourceInfo info_of(WccKind kind, WccScalar scalar, uint32_t components)
{
    uint32_t stride = components * host_number(host_number_of(scalar))->bytes;
    return (WccResourceInfo){ "t", "texture", kind, 'u', 0, 0, 0, 0, scalar, components, stride, 0, NULL, 0, NULL };
}

/* Of `bytes` bytes as a .bin has them; width 0: refused with what `said` is. */
static void assert_width_of_bytes(WccKind kind, uint32_t components, size_t bytes, const Extent *given, uint32_t width,
                                  const char *said)
{
    Report report = { 0 };
    Array array = { 0 };
    WccResourceInfo info = info_of(kind, WCC_F32, components);
    assert_true(host_new_array(&report, &array, NUMBER_U8, MEANING_BYTES, 1, &bytes));
    memset(array.data, 0, bytes);
    array.data[bytes - 1] = 0x40;
    Storage *storage = host_load_array(&report, &info, &array, given, NULL);
    if (width) {
        if (!storage)
            fail_msg("%s", report.error);
        assert_int_equal(storage->view.width, width);
        assert_int_equal(((uint8_t *)storage->view.data)[bytes - 1], 0x40);
        host_drop_storage(storage);
    } else {
        assert_null(storage);
        assert_string_equal(report.error, said);
    }
    host_free_array(&array);
}

TEST(bytes_of_lines_of_texels_are_counted_in_texels)
{
    Extent eight = { 8, 1, 1 }, seven = { 7, 1, 1 }, slices = { 4, 1, 2 };
    assert_width_of_bytes(WCC_RWTEXTURE1D, 1, 32, NULL, 8, NULL);
    assert_width_of_bytes(WCC_TEXTURE1D, 1, 32, NULL, 8, NULL);
    assert_width_of_bytes(WCC_TEXTURE1D, 1, 4, NULL, 1, NULL);
    assert_width_of_bytes(WCC_TEXTURE1D, 2, 32, NULL, 4, NULL);
    assert_width_of_bytes(WCC_TEXTURE1D, 1, 32, &eight, 8, NULL);
    assert_width_of_bytes(WCC_TEXTURE1D_ARRAY, 1, 32, &slices, 4, NULL);
    assert_width_of_bytes(WCC_TEXTURE1D, 1, 32, &seven, 0, "holds 8 texels, but the size 7 takes 7");
}

TEST(csv_of_1d_slices_has_a_slice_a_line_and_is_read_back)
{
    const float numbers[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    Report report = { 0 };
    Array written = { 0 }, again = { 0 };
    Layout layout;
    Text text = { 0 };
    WccResourceInfo info = info_of(WCC_RWTEXTURE1D_ARRAY, WCC_F32, 1);
    Storage *storage = host_new_storage(&report, &info, (Extent){ 5, 1, 2 });
    memcpy(host_view_line(&storage->view, 0), numbers, 20);
    memcpy(host_view_line(&storage->view, 1), numbers + 5, 20);
    assert_true(host_extract_view(&report, &info, &storage->view, &written, &layout));
    assert_true(host_write_csv(&report, &written, &layout, "", &text));
    assert_int_equal(text.length, 21);
    assert_memory_equal(text.text, "1,2,3,4,5\n6,7,8,9,10\n", 21);
    assert_true(host_read_csv(&report, (Bytes){ (uint8_t *)text.text, text.length }, "", &again));
    Storage *other = host_load_array(&report, &info, &again, NULL, NULL);
    assert_non_null(other);
    assert_int_equal(other->view.width, 5);
    assert_int_equal(other->view.depth, 2);
    assert_memory_equal(host_view_line(&other->view, 1), numbers + 5, 20);
    host_drop_storage(storage), host_drop_storage(other);
    host_free_array(&written), host_free_array(&again), host_free_layout(&layout), free(text.text);
}
