/* docs/language.md has the tables that the compiler prints. */
#include "check/check.h"
#include "files.h"
#include "test.h"

TEST(the_tables_of_the_language_document_are_the_compilers)
{
    Text wanted = {0};
    check_list_intrinsics(&wanted);
    if (!file_has_table("docs/language.md", "<!-- wavecc --list-intrinsics -->\n", wanted.bytes))
        fail_msg("make docs writes them anew");
    text_free(&wanted);
}
