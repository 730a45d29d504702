/* Files of lcov: read, summed, written, by texts that are written out. */
#include <stdlib.h>

#include "files/lcov.h"
#include "kernels.h"

#define FIRST \
    "TN:\n" \
    "SF:b.hlsl\n" \
    "FN:9,main\n" \
    "FNDA:4,main\n" \
    "BRDA:12,5,0,4\n" \
    "BRDA:12,5,1,0\n" \
    "BRDA:14,5,0,-\n" \
    "BRDA:14,5,1,-\n" \
    "DA:12,4\n" \
    "#LANES:12,8\n" \
    "DA:14,0\n" \
    "#LANES:14,0\n" \
    "#BARRIER:13,5,barrier,4,2,1\n" \
    "end_of_record\n"

/* As other programs write it: no remarks, and records in another order. */
#define SECOND \
    "SF:b.hlsl\n" \
    "DA:14,3\n" \
    "#SAMPLES:12,30\n" \
    "#SAMPLES:12,3\n" \
    "DA:12,5\n" \
    "LF:2\n" \
    "LH:2\n" \
    "end_of_record\n" \
    "SF:a.hlsl\n" \
    "DA:1,18446744073709551000\n" \
    "end_of_record\n"

static char *sum_of(const char *first, const char *second)
{
    Report report = { 0 };
    LcovRows rows = { 0 };
    Text out = { 0 };
    char *texts[] = { strdup(first), strdup(second) };
    for (int i = 0; i < 2; i++)
        if (!lcov_read(&report, texts[i], &rows))
            fail_msg("%s", report.error);
    lcov_sum(&rows);
    lcov_write(&rows, &out);
    free(texts[0]);
    free(texts[1]);
    free(rows.items);
    return out.text;
}

TEST(lcov_files_are_summed_place_by_place)
{
    char *sum = sum_of(FIRST, SECOND);
    assert_string_equal(sum, "TN:\nSF:a.hlsl\nFNF:0\nFNH:0\nBRF:0\nBRH:0\nDA:1,18446744073709551000\n#LANES:1,0\nLF:1\nLH:1\nend_of_record\n"
                             "TN:\nSF:b.hlsl\nFN:9,main\nFNDA:4,main\nFNF:1\nFNH:1\n"
                             "BRDA:12,5,0,4\nBRDA:12,5,1,0\nBRDA:14,5,0,-\nBRDA:14,5,1,-\nBRF:4\nBRH:1\n"
                             "DA:12,9\n#LANES:12,8\nDA:14,3\n#LANES:14,0\nLF:2\nLH:2\n"
                             "#SAMPLES:12,33\n#BARRIER:13,5,barrier,4,2,1\nend_of_record\n");
    char *again = sum_of(sum, "");
    assert_string_equal(again, sum);
    free(again);
    free(sum);
}

TEST(what_is_no_lcov_file_is_told_with_its_line)
{
    static const char *const WRONG[][2] = {
        { "DA:1,2\n", "line 1: it belongs to no SF:" },
        { "SF:a\nDA:1\n", "line 2: DA: has a line and a count" },
        { "SF:a\nend_of_record\nDA:1,1\n", "line 3: it belongs to no SF:" },
        { "SF:a\nFNDA:3,main\n", "line 2: FNDA: has a count and the name of an FN: before it" },
        { "SF:a\nFN:3\n", "line 2: FN: has a line and a name" },
        { "SF:a\nBRDA:1,2,3,x\n", "line 2: BRDA: ends in a count or '-'" },
        { "SF:a\nBRDA:1,2\n", "line 2: BRDA: has a line, a block, a branch and a count" },
        { "SF:a\nDA:1,1\n#LANES:2,5\n", "line 3: #LANES: has the line of the DA: before it and a count" },
        { "SF:a\n#SAMPLES:1\n", "line 2: #SAMPLES: has a line and a count" },
        { "SF:a\n#WAVE:1,2,sum\n", "line 2: it has a line, a column, a name and three counts" },
        { "\x89PNG\n", "line 1: this is no line of an lcov file" },
    };
    for (size_t i = 0; i < HOST_LENGTH(WRONG); i++) {
        Report report = { 0 };
        LcovRows rows = { 0 };
        char *text = strdup(WRONG[i][0]);
        bool good = lcov_read(&report, text, &rows);
        free(rows.items);
        free(text);
        if (good)
            fail_msg("%s was read", WRONG[i][0]);
        assert_contains(report.error, WRONG[i][1]);
    }
}
