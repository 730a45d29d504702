/* docs/language.md has the tables that the compiler prints. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "files.h"
#include "test.h"

TEST(the_tables_of_the_language_document_are_the_compilers)
{
    static const char START[] = "<!-- wavecc --list-intrinsics -->\n";
    Text wanted = {0};
    size_t length;
    char *document = file_read("docs/language.md", &length);
    check_list_intrinsics(&wanted);
    const char *table = strstr(document, START);
    assert_non_null(table);
    table += strlen(START);
    if (strncmp(table, wanted.bytes, wanted.length) != 0 || strncmp(table + wanted.length, "<!-- end -->", 12) != 0)
        fail_msg("make docs writes them anew");
    text_free(&wanted);
    free(document);
}
