/* What `precise` reaches; the typed tree does not print it. */
#include "check_test.h"

TEST(precise_reaches_what_is_computed_for_it)
{
    Checked checked = check_shader("float a;\n"
                                   "[numthreads(1, 1, 1)]\n"
                                   "void main() { precise float p = a * 2 + 1; float q = a * 3; }",
                                   NULL);
    const Stmt *body = checked.program->entry->body;
    assert_true(body->statements[0]->variable->init->is_precise);
    assert_true(body->statements[0]->variable->init->left->is_precise);
    assert_false(body->statements[1]->variable->init->is_precise);
    checked_free(&checked);
}
