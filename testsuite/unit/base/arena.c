/* Arenas, vectors, names and text buffers. */
#include "base/base.h"
#include "test.h"

TEST(arena_memory_is_zeroed_and_aligned)
{
    Arena *arena = arena_new("test");
    for (size_t size = 1; size < 5000; size = size * 3 + 1) {
        unsigned char *memory = arena_alloc(arena, size);
        assert_int_equal((uintptr_t)memory % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xff, size);
    }
    arena_drop(arena);
}

TEST(arena_gives_more_than_a_block)
{
    Arena *arena = arena_new("test");
    char *small = arena_alloc(arena, 10);
    char *large = arena_alloc(arena, 5 * 1024 * 1024);
    small[9] = 'a';
    large[5 * 1024 * 1024 - 1] = 'b';
    assert_int_equal(small[9], 'a');
    arena_drop(arena);
}

TEST(arena_grow_keeps_the_old_bytes)
{
    Arena *arena = arena_new("test");
    char *text = arena_copy_text(arena, "abc", 3);
    char *grown = arena_grow(arena, text, 4, 4000);
    assert_string_equal(grown, "abc");
    assert_int_equal(grown[3999], 0);
    arena_alloc(arena, 1);
    char *again = arena_grow(arena, grown, 4000, 8000);
    assert_string_equal(again, "abc");
    assert_non_null(arena_grow(arena, NULL, 0, 8));
    arena_drop(arena);
}

TEST(an_allocation_of_nothing_is_no_null)
{
    Arena *arena = arena_new("test");
    assert_non_null(arena_alloc(arena, 0));
    arena_drop(arena);
}

TEST(arena_memory_is_zeroed_and_apart_over_many_blocks)
{
    enum { COUNT = 3000, SIZE = 24 * 1024 - 8 }; /* 70 MB: small blocks and mapped ones */
    Arena *arena = arena_new("test");
    uint32_t *pieces[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        pieces[i] = arena_alloc(arena, SIZE);
        assert_int_equal(pieces[i][0], 0);
        assert_int_equal(pieces[i][SIZE / 4 - 1], 0);
        pieces[i][0] = pieces[i][SIZE / 4 - 1] = i + 1;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(pieces[i][0], i + 1);
        assert_int_equal(pieces[i][SIZE / 4 - 1], i + 1);
    }
    arena_drop(arena);
}

TEST(arena_drop_takes_null) { arena_drop(NULL); }

TEST(arena_printf_formats)
{
    Arena *arena = arena_new("test");
    assert_string_equal(arena_printf(arena, "%s-%d", "x", 7), "x-7");
    assert_string_equal(arena_printf(arena, "%s", ""), "");
    arena_drop(arena);
}

TEST(vec_push_keeps_items_in_order)
{
    Arena *arena = arena_new("test");
    struct { VEC(int) numbers; } list = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(arena, &list.numbers, i * 3);
    assert_int_equal(list.numbers.count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list.numbers.items[i], i * 3);
    arena_drop(arena);
}

TEST(equal_names_are_equal_pointers)
{
    Arena *arena = arena_new("test");
    Names *names = names_new(arena);
    Name blur = names_intern_text(names, "blur");
    assert_ptr_equal(blur, names_intern(names, (Slice){"blurred", 4}));
    assert_ptr_not_equal(blur, names_intern_text(names, "blurred"));
    assert_string_equal(blur, "blur");
    arena_drop(arena);
}

TEST(names_are_numbered_as_they_come)
{
    Arena *arena = arena_new("test");
    Names *names = names_new(arena);
    static const char *const texts[] = {"", "a", "ab", "abc", "abcd", "abcdefgh", "abcdefghi", "abcdefgi"};
    for (uint32_t i = 0; i < COUNT_OF(texts); i++)
        assert_int_equal(name_number(names_intern_text(names, texts[i])), i);
    for (uint32_t i = 0; i < COUNT_OF(texts); i++)
        assert_int_equal(name_number(names_intern_text(names, texts[i])), i);
    arena_drop(arena);
}

TEST(names_stay_equal_after_ten_thousand_others)
{
    Arena *arena = arena_new("test");
    Names *names = names_new(arena);
    Name first[10000];
    char text[16];
    for (int i = 0; i < 10000; i++) {
        snprintf(text, sizeof text, "name%d", i);
        first[i] = names_intern_text(names, text);
    }
    for (int i = 0; i < 10000; i++) {
        snprintf(text, sizeof text, "name%d", i);
        assert_ptr_equal(first[i], names_intern_text(names, text));
    }
    arena_drop(arena);
}

TEST(edit_distance_counts_typing_errors)
{
    assert_int_equal(names_edit_distance("saturate", "saturate"), 0);
    assert_int_equal(names_edit_distance("saturate", "satrate"), 1);
    assert_int_equal(names_edit_distance("saturate", "saturrate"), 1);
    assert_int_equal(names_edit_distance("saturate", "saturete"), 1);
    assert_int_equal(names_edit_distance("saturate", "satruate"), 1);
    assert_int_equal(names_edit_distance("lerp", "clamp"), 3);
    assert_int_equal(names_edit_distance("", "abc"), 3);
}

TEST(text_grows_and_stays_terminated)
{
    Text text = {0};
    for (int i = 0; i < 1000; i++)
        text_printf(&text, "%d,", i % 10);
    text_add(&text, "end", 3);
    assert_int_equal(text.length, 2003);
    assert_int_equal(strlen(text.bytes), 2003);
    assert_string_equal(text.bytes + 1990, "5,6,7,8,9,end");
    text_free(&text);
    assert_null(text.bytes);
}
