/* dxc's options: those that mean something here do it, the others cost one warning. */
#include "cli.h"
#include "test.h"

#define KERNEL "printf '#include \"n.hlsli\"\\nBuffer<float> a; RWBuffer<float> b;\\n[numthreads(N, 1, 1)] void CS(uint i : SV_GroupIndex)" \
    " { b[i] = a[i] * 0.5; }\\n' > $T/k.hlsl; printf '#define N 4\\n' > $T/n.hlsli; "

TEST(dxc_options_that_mean_nothing_here_are_one_warning)
{
    static const CliCase cases[] = {
        {KERNEL "$B/wavecc $T/k.hlsl -nologo /Qembed_debug -Qstrip-reflect -exports main -Fd $T/ -Vn name -fvk-b-shift 1 0 -fvk-bind-register b0 0 1 2 "
         "-opt-select licm off -auto-binding-space 3 /all_resources_bound -fspv-target-env=vulkan1.1 -Zss -validator-version 1.6 -WX -c -o $T/k.o", 0,
         "wavecc: warning: what means nothing here is ignored: -nologo -Qembed_debug -Qstrip_reflect -exports -Fd -Vn -fvk-b-shift -fvk-bind-register "
         "-opt-select -auto-binding-space -all-resources-bound -fspv-target-env=vulkan1.1 -Zss -validator-version [-Wignored-options]\n", NULL},
        {"$B/wavecc $T/k.hlsl -Qpdb_in_private -ignore-semdef DEF -ignore-opt-semdefs -disable-exception-handling -c -o $T/k.o", 0,
         "ignored: -Qpdb_in_private -ignore-semdef -ignore-opt-semdefs -disable-exception-handling [", NULL},
        {"$B/wavecc $T/k.hlsl -v -verbose -metal -override-semdef a=b -external x.dll -external-fn f -fspv-max-id ff -c -o $T/k.o", 0,
         "ignored: -v -verbose -metal -override-semdef -external -external-fn -fspv-max-id [", NULL},
        {"$B/wavecc $T/k.hlsl -nologo -Qunused-arguments -c -o $T/k.o", 0, NULL, NULL},
        {"rm $T/k.o; $B/wavecc $T/k.hlsl -nologo -Werror=ignored-options -c -o $T/k.o", 1, "-nologo", "k.o"},
        {"$B/wavecc $T/k.hlsl -c -o $T/k.o -fvk-bind-register b0 0 1", 2, "-fvk-bind-register needs 4 values", "k.o"},
        {"$B/wavecc -dumpbin $T/k.hlsl", 2, "DXIL", NULL},
        {"$B/wavecc $T/k.hlsl -import-binding-table t.csv -c -o $T/x.o", 2, "-import-binding-table is an option of dxc's that wavecc does not have", "x.o"},
        {"$B/wavecc --help-hidden | grep -q -e '^  --emit=' && $B/wavecc $T/k.hlsl --all-warnings -c -o $T/k.o", 0, NULL, NULL},
        {"$B/wavecc $T/k.hlsl -Fc $T/k.s && grep -q '\\.globl' $T/k.s", 0, NULL, NULL},
        {"$B/wavecc $T/k.hlsl -Fc$T/l.s -Fo $T/k -c", 0, "ignored: -Fc [", "l.s"},
        {"$B/wavecc $T/k.hlsl -Zpc -Zpr -c -o $T/x.o", 2, "-Zpr and -Zpc exclude each other", "x.o"},
    };
    CLI_CHECK("cli-dxc-ignored", cases);
}

TEST(dxc_options_may_leave_line_directives_out)
{
    static const CliCase cases[] = {
        {"printf '#line 70 \"made.hlsl\"\n#error here\n' > $T/lines.hlsl; $B/wavecc $T/lines.hlsl --emit=c -o $T/l.c", 1, "made.hlsl:70:1: error", NULL},
        {"$B/wavecc $T/lines.hlsl -ignore-line-directives --emit=c -o $T/l.c", 1, "lines.hlsl:2:1: error", NULL},
    };
    CLI_CHECK("cli-dxc-lines", cases);
}

/* clang's groups that hold others, and all of them. */
TEST(dxc_options_choose_warnings_by_groups_of_groups)
{
    static const CliCase cases[] = {
        {"printf 'RWBuffer<uint> b;\n[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { b[i] = i & 1 | i; b[i] = 1.5; }\n' > $T/w.hlsl;"
         "$B/wavecc $T/w.hlsl -WX -c -o $T/w.o", 1, "[-Wbitwise-op-parentheses]", "w.o"},
        {"$B/wavecc $T/w.hlsl -Wno-parentheses -WX -c -o $T/w.o", 1, "1.5 becomes 1", "w.o"},
        {"$B/wavecc $T/w.hlsl -Wno-bitwise-op-parentheses -Wno-literal-conversion -WX -c -o $T/ok.o", 0, NULL, NULL},
        {"$B/wavecc $T/w.hlsl -Wno-everything -Wbitwise-op-parentheses -Werror=literal-conversion -c -o $T/v.o", 1, "1.5 becomes 1", "v.o"},
        {"$B/wavecc $T/w.hlsl -Wno-everything -WX -c -o $T/ok.o", 0, NULL, NULL},
        {"$B/wavecc $T/w.hlsl -Wno-parentheses -Wno-conversion -Wno-unused -WX -c -o $T/ok.o", 0, NULL, NULL},
        {"$B/wavecc $T/w.hlsl -Wno-everything -Wconversion -WX -c -o $T/v.o", 1, "1.5 becomes 1", "v.o"},
    };
    CLI_CHECK("cli-dxc-groups", cases);
}

TEST(dxc_options_for_16_bit_types_need_their_model_and_language)
{
    static const CliCase cases[] = {
        {KERNEL "$B/wavecc $T/k.hlsl -T cs_6_2 -HV 2018 -enable-16bit-types --emit=typed -o $T/k", 0, NULL, NULL},
        {"$B/wavecc $T/k.hlsl -T cs_6_1 -enable-16bit-types -c -o $T/k.o", 2, "-enable-16bit-types needs Shader Model 6.2 and HLSL 2018", "k.o"},
        {"$B/wavecc $T/k.hlsl -enable-16bit-types -HV 2016 -c -o $T/k.o", 2, "needs Shader Model 6.2 and HLSL 2018", "k.o"},
        {"$B/wavecc $T/k.hlsl -T cs_5_1 -enable-16bit-types -c -o $T/k.o", 2, "needs Shader Model 6.2 and HLSL 2018", "k.o"},
    };
    CLI_CHECK("cli-dxc-16bit", cases);
}

/* White space, both quotes and backslashes as gcc has them; files in files. */
TEST(dxc_options_come_from_files)
{
    static const CliCase cases[] = {
        {KERNEL "printf -- '-DM=4\\n  \\047-o\\047 \"%s/a b.o\" @%s/two.txt\\r\\n' $T $T > $T/one.txt; "
         "printf '\\357\\273\\277-c -D\\\\ A=\"\\\\\"x y\\\\\"\"' > $T/two.txt; "
         "$B/wavecc @$T/one.txt $T/k.hlsl && test -s $T/a\\ b.o && $B/wavecc -E CS @$T/two.txt $T/k.hlsl -o $T/k.o", 0, NULL, NULL},
        {"printf 'int a[M] = {A};' > $T/m.hlsl; printf -- '--emit=preprocessed -D\\ A=\"7 /* \\047 */\"' > $T/two.txt; "
         "$B/wavecc -DM=1 @$T/two.txt $T/m.hlsl | grep -q '7'", 0, NULL, NULL},
        {"printf '@%s/self.txt' $T > $T/self.txt; $B/wavecc @$T/self.txt", 2, "nested too deeply", NULL},
        {"$B/wavecc $T/k.hlsl @$T/nowhere.txt -c -o $T/x.o", 2, "cannot read the options in", "x.o"},
        {"printf -- '-c \"-o' > $T/open.txt; $B/wavecc $T/k.hlsl @$T/open.txt", 2, "is not closed", NULL},
        {"printf -- '-c --vverify' > $T/bad.txt; $B/wavecc $T/k.hlsl @$T/bad.txt", 2, "did you mean '--verify'", NULL},
    };
    CLI_CHECK("cli-dxc-files", cases);
}

TEST(dxc_options_give_root_signatures)
{
    static const CliCase cases[] = {
        {KERNEL "$B/wavecc $T/k.hlsl -rootsig-define RS -WX -Wno-root-signature -c -o $T/k.o", 0, NULL, NULL},
        {"$B/wavecc $T/k.hlsl -rootsig-define RS -c -o $T/k.o", 0, "wavecc: warning: -rootsig-define RS: there is no macro of that name without parameters", NULL},
        {"$B/wavecc $T/k.hlsl '-DRS=StaticSampler(x0)' /rootsig-define RS -c -o $T/k.o", 0, "StaticSampler of this root signature is not understood: 'x0'", NULL},
        {"$B/wavecc $T/k.hlsl -T rootsig_1_1 -E RS -c -o $T/x.o", 2, "-rootsig-define NAME gives one to a shader", "x.o"},
    };
    CLI_CHECK("cli-dxc-rootsig", cases);
}

TEST(dxc_options_preprocess_into_a_file)
{
    static const CliCase cases[] = {
        {KERNEL "cd $T && $OLDPWD/$B/wavecc -P k.hlsl && grep -q 'numthreads(4, 1, 1)' k.i", 0, NULL, NULL},
        {"cd $T && $OLDPWD/$B/wavecc -P k.hlsl -Fi given.txt && grep -q 'numthreads(4, 1, 1)' given.txt", 0, NULL, NULL},
        {"cd $T && $OLDPWD/$B/wavecc -P older.txt k.hlsl && grep -q 'numthreads(4, 1, 1)' older.txt", 0, NULL, NULL},
        {"cd $T && $OLDPWD/$B/wavecc k.hlsl -Po older.txt && grep -q CS k.hlsl && grep -q 'numthreads(4, 1, 1)' older.txt", 0, NULL, NULL},
        {"cd $T && rm k.i && $OLDPWD/$B/wavecc /Po k.hlsl && grep -q 'numthreads(4, 1, 1)' k.i", 0, NULL, NULL},
        {"cd $T && $OLDPWD/$B/wavecc -P -E CS k.hlsl older.txt; status=$?; grep -q CS k.hlsl && exit $status", 2, "one input file", NULL},
    };
    CLI_CHECK("cli-dxc-preprocess", cases);
}

TEST(dxc_options_say_how_messages_are_told)
{
    static const CliCase cases[] = {
        {"printf 'RWBuffer<int> b;\\n[numthreads(1, 1, 1)] void CS() { b[0] = one;\\n b[1] = two;\\n b[2] = three; }\\n' > $T/w.hlsl; "
         "$B/wavecc $T/w.hlsl -fdiagnostics-format=msvc --emit=ir", 1, "w.hlsl(2,42): error:", NULL},
        {"$B/wavecc $T/w.hlsl -fdiagnostics-format=vi --emit=ir", 1, "w.hlsl +2:42: error:", NULL},
        {"$B/wavecc $T/w.hlsl -ferror-limit=2 --emit=ir 2>&1 | grep -c error: >&2", 0, "2\n", NULL},
        {"$B/wavecc $T/w.hlsl -fcolor-diagnostics --emit=ir", 1, "\033[1;31merror", NULL},
        {"$B/wavecc $T/w.hlsl -Fe $T/errors.txt --emit=ir; status=$?; grep -q three $T/errors.txt && exit $status", 1, NULL,
         NULL},
        {"printf 'RWBuffer<int> b;\\n[numthreads(1, 1, 1)] void CS() { int x; b[0] = x; }\\n' > $T/v.hlsl; $B/wavecc $T/v.hlsl -no-warnings -c -o $T/v.o", 0, NULL,
         NULL},
    };
    CLI_CHECK("cli-dxc-messages", cases);
}

TEST(dxc_options_list_includes)
{
    static const CliCase cases[] = {
        {KERNEL "printf '#include \"m.hlsli\"\\n#define N 4\\n' > $T/n.hlsli; : > $T/m.hlsli; echo '//' > $T/m.hlsli; $B/wavecc $T/k.hlsl -H -c -o $T/k.o", 0,
         "/n.hlsli\n.. ", NULL},
        {"$B/wavecc $T/k.hlsl -MM -MT 'one two' | grep -q '^one two: '", 0, NULL, NULL},
    };
    CLI_CHECK("cli-dxc-includes", cases);
}

TEST(dxc_options_name_the_profiles_there_are)
{
    static const CliCase cases[] = {
        {KERNEL "$B/wavecc $T/k.hlsl -T cs_5_1 -c -o $T/k.o && $B/wavecc $T/k.hlsl /T cs_6_10 -c -o $T/k.o", 0, NULL, NULL},
        {"$B/wavecc $T/k.hlsl -T cs_4_0 -c -o $T/x.o", 2, "cs_4_0", "x.o"},
        {"$B/wavecc $T/k.hlsl -T cs_5_2 -c -o $T/x.o", 2, "cs_5_2", "x.o"},
        {"$B/wavecc $T/k.hlsl -T cs_6_99 -c -o $T/x.o", 2, "cs_6_99", "x.o"},
        {"$B/wavecc $T/k.hlsl -T cs_7_0 -c -o $T/x.o", 2, "cs_7_0", "x.o"},
    };
    CLI_CHECK("cli-dxc-profiles", cases);
}

/* 2e-39 is a denormal float, and so is its half. */
TEST(dxc_options_keep_denormals)
{
    static const CliCase cases[] = {
        {KERNEL "$B/wavecc $T/k.hlsl -denorm preserve -o $T/keep && $T/keep --in a='f32(2e-39,1,2,3)' --print b | grep -Eq '1e-39|1.0*e-39|9.99.*e-40'", 0, NULL,
         NULL},
        {"$B/wavecc $T/k.hlsl -denorm ftz -o $T/flush && $T/flush --in a='f32(2e-39,1,2,3)' --print b | grep -q '^0'", 0, NULL, NULL},
        {"$B/wavecc $T/k.hlsl -denorm sometimes -o $T/flush", 2, "sometimes", NULL},
    };
    CLI_CHECK("cli-dxc-denormals", cases);
}

/* (1 + 2^-12)^2 rounds to 1 + 2^-11, so that nothing is left of the difference; a denormal is still a zero. */
TEST(dxc_options_keep_products_and_sums_apart)
{
    static const CliCase cases[] = {
        {"printf 'Buffer<float> a; RWBuffer<float> b;\n[numthreads(1, 1, 1)] void CS() { b[0] = a[0] * a[0] - a[1]; b[1] = a[2] * 0.5; }\n' > $T/k.hlsl; "
         "$B/wavecc $T/k.hlsl -Gis -o $T/apart && $T/apart --in a='f32(1.000244140625,1.00048828125,2e-39)' --print b:2 | tr -d '\n ' | grep -Eq '^0,?0'", 0, NULL, NULL},
    };
    CLI_CHECK("cli-dxc-apart", cases);
}
