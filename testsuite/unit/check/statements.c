/* Statements. */
#include "check_test.h"

TEST(sections_of_a_switch_that_fall_through_are_repeated)
{
    Checked checked = check_shader("[numthreads(1, 1, 1)] void main(uint g : SV_GroupIndex) { int c = 0;"
                                   "switch (g) { case 0: case 1: c = 1; case 2: c += 2; break; default: return; } }", NULL);
    assert_string_equal(strstr(checked.tree, "switch"), "switch g\n"
                                                       "    case 0 1\n      (c = int(1))\n      (c +=<int> int(2))\n      break\n"
                                                       "    case 2\n      (c +=<int> int(2))\n      break\n"
                                                       "    case default\n      return\n");
    checked_free(&checked);
}

TEST(switch_labels_are_distinct_constants)
{
    expect_message("", "switch (id.x) { case 1: break; case 1: break; }", "error: case 1 is there twice");
    expect_message("", "switch (id.x) { case id.y: break; }", "error: a case label must be known when the shader is compiled");
    expect_message("", "switch (1.5) { case 1: break; }", "error: switch takes an integer, not 'float'");
}

TEST(loops_keep_their_hints)
{
    expect_tree("", "[unroll(3)] for (int i = 0; i < 9; i++) {}", "loop [unroll] 3 times while (i < int(9)) step i++");
    expect_tree("", "[loop] while (id.x > 3) {}", "loop [loop] while (id.x > uint(3))");
    expect_tree("", "do {} while (id.x > 3);", "loop until after (id.x > uint(3))");
    expect_tree("", "[branch] if (id.x > 3) {} ", "if [branch] (id.x > uint(3))");
    expect_message("", "[unrol] for (;;) { break; }", "warning: attribute 'unrol' is not known here and is ignored; did you mean 'unroll'? [-Wignored-attributes]");
}

TEST(conditions_are_scalars)
{
    expect_message("", "if (id > 1) {}", "error: the condition of if must be a scalar, not 'bool3'; use all() or any()");
    expect_tree("", "if (id.x) {}", "if convert<bool>(id.x)");
}

TEST(a_condition_may_declare_a_variable)
{
    expect_tree("", "if (int i = id.x) { i++; }", "if convert<bool>(i)");
    expect_accepted("", "while (int i = (int)id.x) { break; }");
}

TEST(a_loop_variable_is_visible_after_the_loop_before_hlsl_2021)
{
    expect_tree_with(with_hlsl_2018, "", "for (int i = 0; i < 3; i++) {} for (int i = 0; i < 4; i++) {} i = 5;", "(i = int(5))");
    expect_message("", "for (int i = 0; i < 3; i++) {} i = 5;", "error: 'i' is not declared");
}

TEST(jumps_stand_in_what_they_leave)
{
    expect_message("", "break;", "error: 'break' stands in no loop or switch");
    expect_message("", "switch (id.x) { case 1: continue; }", "error: 'continue' stands in no loop");
    expect_message("int f() { return; }", "f();", "error: this function must return 'int'");
    expect_message("void f() { return 1; }", "f();", "error: this function returns nothing: its result is void");
    expect_message("int f(bool b) { if (b) return 1; }", "f(true);", "warning: function 'f' can reach its end without returning a value [-Wreturn-type]");
}

TEST(logic_short_circuits_since_hlsl_2021)
{
    expect_message("float2 a, b;", "bool2 c = a > 0 && b > 0;", "error: '&&' takes scalars since HLSL 2021; for vectors use and()");
    expect_message("float2 a;", "float2 c = a > 0 ? 1 : 2;", "error: '?:' takes a scalar condition since HLSL 2021, not 'bool2'; for vectors use select()");
    expect_tree("float2 a, b;", "bool2 c = and(a > 0, b > 0);", "bool2 c = and((a > float2(0, 0)), (b > float2(0, 0)))");
}

TEST(logic_is_componentwise_before_hlsl_2021)
{
    expect_tree_with(with_hlsl_2018, "float2 a, b;", "bool2 c = a > 0 && b > 0;", "bool2 c = ((a > float2(0, 0)) && (b > float2(0, 0)))");
    expect_tree_with(with_hlsl_2018, "float2 a;", "float2 c = a > 0 ? 1 : 2;", "float2 c = select((a > float2(0, 0)), float2(1, 1), float2(2, 2))");
}

TEST(precise_reaches_what_is_computed_for_it)
{
    Checked checked = check_shader("float a; [numthreads(1, 1, 1)] void main() { precise float p = a * 2 + 1; float q = a * 3; }", NULL);
    const Stmt *body = checked.program->entry->body;
    assert_true(body->statements[0]->variable->init->is_precise);
    assert_true(body->statements[0]->variable->init->left->is_precise);
    assert_false(body->statements[1]->variable->init->is_precise);
    checked_free(&checked);
}
