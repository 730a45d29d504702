#!/bin/sh
# What make install installs, used as strangers do after it was moved: programs, pkg-config, CMake, man
# pages, completions; then make uninstall. Says what fails, and ends with 1.
set -eu
cd "$(dirname "$0")/../.."
work=$PWD/$BUILD/tests/install
project=$PWD/testsuite/install/project
prefix=$work/moved
failed=0

check() # NAME EXPECTED SAID
{
    test "$2" = "$3" && return
    echo "$1: expected"; echo "$2"; echo "and got"; echo "$3"
    failed=1
}

rm -rf "$work" && mkdir -p "$work"
make -s install PREFIX=/opt/wavecc DESTDIR="$work/stage" >/dev/null
mv "$work/stage/opt/wavecc" "$prefix"
export PATH="$prefix/bin:$PATH" LATE_CACHE=

# A program, from a folder with a space in its name.
mkdir "$work/a folder" && cp -r "$prefix" "$work/a folder/wavecc"
cd "$work"
"a folder/wavecc/bin/wavecc" "$project/scale.hlsl" -O0 --wave-size=4 -o scale
check "a program of a moved wavecc" "3 6" \
    "$(./scale --in gNumbers='u32(1,2)' --print gScaled | tr '\n' ' ' | sed 's/ $//')"
printf '%s\n' "shaders: [{file: $project/scale.hlsl, options: [-O0, --wave-size=4]}]" \
    'resources: {gNumbers: {in: [1, 2]}, gScaled: {size: 2, out: scaled.csv}}' \
    'passes: [{threads: gScaled, shader: '"$project/scale.hlsl}]" > job.yaml
WAVECC_CACHE="$work/cache" "a folder/wavecc/bin/wavecc" run job.yaml
check "a job of a moved wavecc" "3 6" "$(paste -s -d ' ' scaled.csv)"

# What it has for shaders to include.
printf '#include <wavecc/thread_group_tiling.hlsli>\nRWBuffer<uint2> o;\n[numthreads(1, 1, 1)]\n%s\n' \
    'void main(uint3 g : SV_GroupID) { o[g.x] = ThreadGroupTileX(g.xy, uint2(4, 2), 2); }' > tiles.hlsl
check "an include of wavecc's own" "0" "$(wavecc tiles.hlsl --emit=ir -o tiles.ir; echo $?)"

# pkg-config: shared, then static.
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
check "pkg-config's version" "$(wavecc --version)" "wavecc $(pkg-config --modversion wavecc_rt)"
wavecc "$project/scale.hlsl" -O0 -c --module=scale --header=scale.h -o scale.o
wavecc "$project/add.hlsl" -O0 -c --module=add --header=add.h -o add.o
cc -I. "$project/main.c" scale.o add.o $(pkg-config --cflags --libs wavecc_rt) -o shared
check "a program with the shared library" "7 196" "$(LD_LIBRARY_PATH=$prefix/lib ./shared)"
check "the name it asks for" "libwavecc_rt.so.0" \
    "$(objdump -p shared | awk '$1 == "NEEDED" && /wavecc/ { print $2 }')"
cc -I. "$project/main.c" scale.o add.o $(pkg-config --cflags wavecc_rt) "$prefix/lib/libwavecc_rt.a" \
    -lpng -lz -lyaml -lm -pthread -o static
check "a program with the static library" "7 196" "$(./static)"
cc "$project/late.c" $(pkg-config --cflags --libs wavecc wavecc_rt) -o late
check "a program that compiles as it runs" "0 1 4 9" "$(LD_LIBRARY_PATH=$prefix/lib ./late)"
for library in "$prefix"/lib/*.so; do
    name=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
    check "the name of $(basename "$library")" "$(basename "$library").0" "$name"
    check "what lies there by that name" "$(realpath "$library")" "$(realpath "$prefix/lib/$name")"
done
check "how many libraries that was" 2 "$(ls "$prefix"/lib/*.so | wc -l)"

# A kernel is found again, until a header has changed, were it by a letter.
kernels() # gives how many there are after a run
{
    LATE_CACHE="$work/late-cache" LD_LIBRARY_PATH="$prefix/lib" ./late >/dev/null
    ls "$work/late-cache" | wc -l
}
check "a kernel that is new, and found again" "1 1" "$(kernels) $(kernels)"
sed -i "1s/wcc_abi/wcc_abj/" "$prefix/include/wavecc/wcc_abi.h"
check "a kernel after a header has changed" "2 2" "$(kernels) $(kernels)"

cc "$project/late.c" $(pkg-config --cflags wavecc) "$prefix/lib/libwavecc.a" "$prefix/lib/libwavecc_rt.a" \
    -lpng -lz -lyaml -lm -ldl -pthread -o late-static
check "with the static libraries" "0 1 4 9" "$(WAVECC_HOME=$prefix ./late-static)"
g++ -x c++ -fsyntax-only -Wall -Wextra -Werror $(pkg-config --cflags wavecc_rt) - <<'CPP'
#include <wavecc/wavecc.h>
#include <wavecc/wcc_rt.h>
int main() { return wcc_new(wavecc_module(wavecc_compile_file("", nullptr)), 0) != nullptr; }
CPP

wavecc "$project/scale.hlsl" -O0 -c --header plain.h -o plain.o
for compiler in "g++ -std=c++11" "g++ -std=c++20" "clang++ -std=c++17"; do
    $compiler -I. -Wall -Wextra -Wpedantic -Werror "$project/plain.cpp" plain.o $(pkg-config --cflags --libs wavecc_rt) -o plain
    check "C++ by $compiler" "3 6" "$(LD_LIBRARY_PATH=$prefix/lib ./plain)"
done

# Python: as it lies there, and by pip.
cat > squares.py <<'PYTHON'
import array, sys, wavecc
k = wavecc.compile_text("RWStructuredBuffer<uint> o; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = i * i; }",
                        options=["-O0"], wave_size=4, cache="")
o = array.array("I", [0] * 4)
k(o=o, groups=1)
print(*o)
PYTHON
check "Python from the installed tree" "0 1 4 9" \
    "$(env -u WAVECC_HOME PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$prefix/share/wavecc/python" /usr/bin/python3 squares.py)"
/usr/bin/python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-index \
    --target="$work/site" "$prefix/share/wavecc/python"
check "Python by pip" "0 1 4 9" "$(env -u WAVECC_HOME PATH=/usr/bin PYTHONPATH="$work/site" /usr/bin/python3 squares.py)"

# CMake, and what it builds anew.
cp -r "$project" project
cmake -S project -B cmake -DCMAKE_PREFIX_PATH="$prefix" >cmake.log || { cat cmake.log; failed=1; }
cmake --build cmake >>cmake.log || { cat cmake.log; failed=1; }
check "a program of CMake" "7 196" "$(cmake/outside)"
check "which is not built twice" "" "$(cmake --build cmake | grep Compiling || true)"
sleep 1; echo '#define BY 5' > project/by.hlsli
cmake --build cmake >>cmake.log
check "what an #include changes" "7 322" "$(cmake/outside)"

# Man pages tell of all options.
for program in wavecc wavetest; do
    for option in $($program --help | sed -n 's/^  \(-[^ =]*\).*/\1/p'); do
        tr -d '\\' < "$prefix/share/man/man1/$program.1" | grep -qe "$option" ||
            { echo "$program.1 has no $option"; failed=1; }
    done
done

for option in $(wavecc run --help | grep -o -e '--[a-z-]*[a-z]'); do
    tr -d '\\' < "$prefix/share/man/man1/wavecc-run.1" | grep -qe "$option" ||
        { echo "wavecc-run.1 has no $option"; failed=1; }
done

# Completions.
check "bash, options" "--list-passes --list-intrinsics --list-operations --list-remarks" "$(bash -c '. $0; COMP_WORDS=(wavecc --list); COMP_CWORD=1
    compopt() { :; }; _wavecc; echo ${COMPREPLY[@]}' "$prefix/share/bash-completion/completions/wavecc")"
check "bash, values" "plan preprocessed" "$(bash -c '. $0; COMP_WORDS=(wavecc --emit = p); COMP_CWORD=3
    compopt() { :; }; _wavecc; printf "%s\n" ${COMPREPLY[@]} | sort | tr "\n" " " | sed "s/ $//"' \
    "$prefix/share/bash-completion/completions/wavecc")"
check "bash, options of run" "--folder --format" "$(bash -c '. $0; COMP_WORDS=(wavecc run --fo); COMP_CWORD=2
    compopt() { :; }; _wavecc; printf "%s\n" ${COMPREPLY[@]} | sort | tr "\n" " " | sed "s/ $//"' \
    "$prefix/share/bash-completion/completions/wavecc")"
check "bash, run itself" "run" "$(bash -c '. $0; COMP_WORDS=(wavecc ru); COMP_CWORD=1
    compopt() { :; }; _wavecc; echo ${COMPREPLY[@]}' "$prefix/share/bash-completion/completions/wavecc")"
check "fish, options of run" "--dry-run" "$(fish --no-config -c "
    source $prefix/share/fish/vendor_completions.d/wavecc.fish
    complete -C 'wavecc run --dry'" | cut -f1)"
check "fish, run itself" "run" "$(fish --no-config -c "
    source $prefix/share/fish/vendor_completions.d/wavecc.fish
    complete -C 'wavecc ru'" | cut -f1)"
for program in wavecc wavetest; do
    zsh -n "$prefix/share/zsh/site-functions/_$program" || failed=1
    check "fish, $program" "--version" "$(fish --no-config -c "
        source $prefix/share/fish/vendor_completions.d/$program.fish
        complete -C '$program --vers'" | cut -f1)"
done

# Nothing stays behind.
cd "$project/../../.."
make -s uninstall PREFIX="$prefix"
check "what make uninstall leaves" "" "$(find "$prefix" -type f -o -type l)"

test $failed = 0 && echo "install: all is as it should be"
exit $failed
