/* Control flow: short circuits, loops, switches, calls. */
#include "shader.h"

TEST(short_circuit_skips_the_right_side)
{
    EXPECT_INTS("static int calls = 0; bool hit(bool r) { calls++; return r; }",
                "bool a = k[0] > 9 && hit(true); bool b = k[0] > 0 || hit(false); bool c = k[0] > 0 && hit(true); bool d = k[0] > 9 || hit(false);"
                "n[0] = a; n[1] = b; n[2] = c; n[3] = d; n[4] = calls;", 0, 1, 1, 0, 2);
}

TEST(conditional_evaluates_one_side)
{
    EXPECT_INTS("static int calls = 0; int hit(int r) { calls++; return r; }",
                "n[0] = k[0] > 0 ? hit(5) : hit(6); n[1] = k[0] > 9 ? hit(5) : hit(6); n[2] = calls; n[3] = k[0] > 9 ? 1 : 2;", 5, 6, 2, 2);
}

TEST(continue_runs_the_step)
{
    EXPECT_INTS("", "for (int i = 0; i < 6; i++) { if (i % 2) continue; n[0] += i; } n[1] = 1;", 6, 1);
}

TEST(while_and_do_while)
{
    EXPECT_INTS("", "int i = 0; while (i < 5) { i++; if (i == 2) continue; n[0] += i; } do { n[1]++; if (i == 7) continue; i++; } while (i < 7);"
                    "do { n[2]++; if (n[2] > 0) break; n[2] = 50; } while (false);", 13, 2, 1);
}

TEST(break_leaves_the_innermost_loop)
{
    EXPECT_INTS("", "for (int i = 0; i < 3; i++) { for (int j = 0; ; j++) { if (j > i) break; n[0]++; } n[1]++; }", 6, 3);
}

TEST(a_declaration_in_a_loop_begins_again)
{
    EXPECT_INTS("", "for (int i = 0; i < 3; i++) { int a; if (i == 0) a = 7; n[0] += a; }", 7);
}

TEST(switch_takes_one_case)
{
    const char *pick = "int pick(int v) { int r = 0; switch (v) { case 1: r = 10; break; case 2: case 3: if (v == 3) break; r = 20; break; default: r = 99; break; case 5: return 50; } return r + 1; }";
    EXPECT_INTS(pick, "n[0] = pick(k[0]); n[1] = pick(k[1]); n[2] = pick(k[2]); n[3] = pick(k[3]); n[4] = pick(k[4]);", 11, 21, 1, 100, 50);
}

TEST(continue_inside_a_switch_goes_to_the_loop)
{
    EXPECT_INTS("", "for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; case 2: n[1]++; break; default: break; } n[0]++; }", 3, 1);
}

TEST(early_returns_of_inlined_functions)
{
    EXPECT_INTS("int g(int v) { if (v < 2) return 1; if (v < 3) { if (v == 2) return 2; } return 3; }", "n[0] = g(k[0]); n[1] = g(k[1]); n[2] = g(k[2]);", 1, 2, 3);
    EXPECT_INTS("int g(int v) { for (int i = 0; i < 8; i++) { for (int j = 0; j < 8; j++) if (i * j == v) return i * 10 + j; } return -1; }",
                "n[0] = g(12); n[1] = g(11);", 26, -1);
}

TEST(return_of_the_entry_point_stops_the_thread)
{
    EXPECT_INTS("", "n[0] = 1; if (k[0] == 1) return; n[0] = 2;", 1);
    EXPECT_INTS("", "for (int i = 0; i < 5; i++) { n[0] = i; if (i == 3) return; } n[0] = 9;", 3);
}

TEST(out_arguments_are_copied_back_with_conversion)
{
    EXPECT_INTS("void g(out int a, inout float b, int c) { a = c; b *= 2; c = 0; }",
                "float fa; int ib = 3; int c = 4; g(fa, ib, c); n[0] = fa; n[1] = ib; n[2] = c;", 4, 6, 4);
}

TEST(inout_copies_at_the_call_not_at_each_write)
{
    EXPECT_INTS("static int s = 1; void g(inout int a) { a = 5; s += 100; }", "g(s); n[0] = s;", 5);
}

TEST(inout_of_a_swizzle_and_of_a_buffer_element)
{
    EXPECT_INTS("void g(inout int2 v) { v = v.yx + 1; } void h(inout int e) { e += 3; }",
                "int4 v = int4(1, 2, 3, 4); g(v.wx); n[0] = v.x; n[1] = v.w; h(n[2]); h(n[k[1]]);", 5, 2, 6);
}

TEST(arrays_as_arguments)
{
    EXPECT_INTS("int sum(int a[4]) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; } void fill(inout int a[4], int v) { for (int i = 0; i < 4; i++) a[i] = v + i; }"
                "int spoil(int a[4]) { a[0] = 100; return a[0]; }",
                "int a[4]; fill(a, 3); n[0] = sum(a); n[1] = spoil(a); n[2] = a[0];", 18, 100, 3);
}

TEST(methods_change_their_object)
{
    EXPECT_INTS("struct S { int a; void add(int b) { a += b; } int twice() { return a * 2; } };", "S s; s.a = 4; s.add(3); n[0] = s.twice();", 14);
}

TEST(resources_may_be_parameters)
{
    EXPECT_INTS("int get(StructuredBuffer<int> b, int i) { return b[i]; } void put(RWStructuredBuffer<int> b, int v) { b[0] = v; }",
                "put(n, get(k, 4));", 5);
}

TEST(comma_and_assignment_give_values)
{
    EXPECT_INTS("", "int a, b; a = b = 4; n[0] = (a++, a + b); n[1] = (b += 2);", 9, 6);
}

TEST(a_guard_makes_no_scope)
{
    expect_no_text("RWBuffer<int> o; int g(int v) { if (v < 2) return 1; return v; } [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { o[i] = g(i); }", "scope");
}

TEST(a_constant_condition_leaves_one_side)
{
    expect_no_text("RWBuffer<int> o; [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { if (GroupGetWaveCount() > 1) { GroupMemoryBarrierWithGroupSync(); } o[i] = 1; }", "barrier");
}
