/* Names of files with options behind them: photo.png:srgb. */
#include <stdlib.h>

#include "files/files.h"
#include "kernels.h"

static void check_name(const char *typed, Direction direction, const char *path, const char *option)
{
    Report report = { 0 };
    FileName name;
    if (!host_parse_file_name(&report, typed, direction, &name))
        fail_msg("%s: %s", typed, report.error);
    assert_string_equal(name.path, path);
    assert_string_equal(name.option, option);
    free(name.path);
}

static void check_refused(const char *typed, Direction direction, const char *error)
{
    Report report = { 0 };
    FileName name;
    assert_false(host_parse_file_name(&report, typed, direction, &name));
    assert_contains(report.error, error);
    free(name.path);
}

TEST(an_option_stands_behind_the_extension_and_a_colon)
{
    check_name("photo.png", FILE_IN, "photo.png", "");
    check_name("photo.png:srgb", FILE_IN, "photo.png", "srgb");
    check_name("a/b.PNG:16:srgb", FILE_OUT, "a/b.PNG", "16:srgb");
}

TEST(a_colon_elsewhere_is_part_of_the_name)
{
    check_name("12:30/a:b.png", FILE_IN, "12:30/a:b.png", "");
    check_name("12:30/a:b.png:srgb", FILE_IN, "12:30/a:b.png", "srgb");
}

TEST(an_option_that_a_format_has_not_is_an_error)
{
    check_refused("a.png:17", FILE_OUT, "'17' is no option of a .png that is written; there are: 16 srgb");
    check_refused("a.png:16", FILE_IN, "'16' is no option of a .png that is read; there are: srgb");
    check_refused("a.png:srgb:16", FILE_IN, "'16' is no option");
    check_refused("a.npy:srgb", FILE_IN, "'srgb' is no option of a .npy that is read; there are none");
    check_refused("a.png:", FILE_OUT, "no option");
}

TEST(options_are_words_of_their_own)
{
    assert_true(host_has_word("16:srgb", "srgb"));
    assert_true(host_has_word("16:srgb", "16"));
    assert_false(host_has_word("16:srgbx", "srgb"));
    assert_false(host_has_word("", "srgb"));
}

TEST(unknown_formats_are_told_with_those_there_are)
{
    check_refused("a.xyz", FILE_IN, "unknown file format '.xyz'; there are: .png ");
    check_refused("a.b/c", FILE_IN, "'a.b/c' has no extension that says its format; there are: .png ");
    check_refused("a.txt", FILE_IN, ".txt files can only be written");
}

TEST(one_file_is_one_whatever_its_options)
{
    const char *path = test_path("one.png");
    char with_option[600];
    snprintf(with_option, sizeof with_option, "%s:srgb", path);
    assert_true(host_is_one_file(path, with_option));
}
