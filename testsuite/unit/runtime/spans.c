/* Sets of bytes: against sets of single ones. */
#include <string.h>

#include "host/spans.h"
#include "kernels.h"

enum { SIDE = 64 };

static Spans spans_of(const char *bytes)
{
    Spans spans = { 0 };
    for (uint64_t i = 0; bytes[i]; i++)
        if (bytes[i] != '.')
            host_span_add(&spans, i, i + 1);
    return spans;
}

static void check_spans(const Spans *spans, const char *wanted)
{
    char bytes[SIDE + 1] = "";
    assert_false(spans->has_failed);
    memset(bytes, '.', strlen(wanted));
    for (size_t i = 0; i < spans->count; i++) {
        assert_true(spans->items[i].first < spans->items[i].last);
        assert_true(i == 0 || spans->items[i].first > spans->items[i - 1].last);
        for (uint64_t k = spans->items[i].first; k < spans->items[i].last; k++)
            bytes[k] = 'x';
    }
    assert_string_equal(bytes, wanted);
}

TEST(what_is_added_in_any_order_is_settled_into_runs)
{
    Spans spans = { 0 };
    host_span_add(&spans, 8, 10);
    host_span_add(&spans, 2, 4);
    host_span_add(&spans, 4, 5);
    host_span_add(&spans, 9, 12);
    host_span_add(&spans, 5, 5);
    host_spans_settle(&spans);
    check_spans(&spans, "..xxx...xxxx");
    assert_int_equal(host_spans_bytes(&spans), 7);
    host_spans_free(&spans);
}

TEST(freed_spans_are_none_and_may_be_added_to)
{
    Spans spans = { 0 };
    host_span_add(&spans, 8, 10);
    host_spans_free(&spans);
    assert_int_equal(spans.count, 0);
    host_span_add(&spans, 2, 4);
    check_spans(&spans, "..xx");
    host_spans_free(&spans);
    host_spans_free(&spans);
}

static void check_pair(const char *left, const char *right, const char *minus, const char *common, const char *joined)
{
    Spans a = spans_of(left), b = spans_of(right), made;
    host_spans_minus(&made, &a, &b);
    check_spans(&made, minus);
    host_spans_free(&made);
    host_spans_common(&made, &a, &b);
    check_spans(&made, common);
    assert_int_equal(host_spans_meet(&a, &b), made.count > 0);
    host_spans_free(&made);
    host_spans_copy(&made, &a);
    host_spans_drop(&made, &b);
    check_spans(&made, minus);
    host_spans_free(&made);
    host_spans_join(&a, &b);
    check_spans(&a, joined);
    host_spans_free(&a);
    host_spans_free(&b);
}

TEST(differences_meets_and_joins_of_runs)
{
    check_pair("xxxx....", "..xxxx..", "xx......", "..xx....", "xxxxxx..");
    check_pair("xx..xx..", "..xx..xx", "xx..xx..", "........", "xxxxxxxx");
    check_pair("xxxxxxxx", ".x.x.x..", "x.x.x.xx", ".x.x.x..", "xxxxxxxx");
    check_pair(".x.x.x..", "xxxxxxxx", "........", ".x.x.x..", "xxxxxxxx");
    check_pair("........", "..xx....", "........", "........", "..xx....");
    check_pair("..xx....", "........", "..xx....", "........", "..xx....");
}

static uint32_t next(uint32_t *state) { return *state = *state * 1664525 + 1013904223; }

static void draw(uint32_t *state, char *bytes)
{
    for (int i = 0; i < SIDE; i++)
        bytes[i] = next(state) >> 28 < 4 ? (char)('.' + 'x' - bytes[i ? i - 1 : 0]) : bytes[i ? i - 1 : 0];
    bytes[SIDE] = 0;
}

TEST(random_sets_are_those_of_their_bytes)
{
    uint32_t drawn = 7;
    for (int round = 0; round < 2000; round++) {
        char left[SIDE + 1] = ".", right[SIDE + 1] = "x", minus[SIDE + 1] = "", common[SIDE + 1] = "", joined[SIDE + 1] = "";
        draw(&drawn, left);
        draw(&drawn, right);
        for (int i = 0; i < SIDE; i++) {
            minus[i] = left[i] == 'x' && right[i] != 'x' ? 'x' : '.';
            common[i] = left[i] == 'x' && right[i] == 'x' ? 'x' : '.';
            joined[i] = left[i] == 'x' || right[i] == 'x' ? 'x' : '.';
        }
        check_pair(left, right, minus, common, joined);
    }
}
