#!/bin/sh
# What --check and --coverage cost: CPU milliseconds of samples on one worker without them and with some checks, least of five runs,
# and how many times as long that is. More than 20 times is an error. BUILD is the build folder.
set -e
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT

cpu_ms() # EXECUTABLE ARGUMENTS...
{
    for run in 1 2 3 4 5; do
        "$@" -j 1 --time=json | sed -n 's/.*"cpu_ms": {"min": \([0-9.]*\).*/\1/p'
    done | sort -g | head -n 1
}

measure() # NAME SHADER ENTRY ARGUMENTS...
{
    name=$1 shader=$2 entry=$3
    shift 3
    for check in none race uninit barrier wave coverage; do
        case $check in
        none) option= ;;
        coverage) option=--coverage ;;
        *) option=--check=$check ;;
        esac
        "$BUILD/wavecc" "$shader" -E "$entry" $option -no-warnings -o "$T/$check"
    done
    plain=$(cpu_ms "$T/none" "$@")
    printf '%-14s %9.3f' "$name" "$plain"
    for check in race uninit barrier wave coverage; do
        (cd "$T" && cpu_ms "./$check" "$@") | awk -v plain="$plain" '{printf " %8.1f", $1 / plain}'
    done | tee "$T/times"
    awk -v name="$name" '{for (i = 1; i <= NF; i++) if ($i > 20) print name}' "$T/times" >>"$T/slow"
    echo
}

printf '%-14s %9s %8s %8s %8s %8s %8s\n' sample "CPU ms" race uninit barrier wave coverage
measure vecadd samples/vecadd/vecadd.hlsl VecAddCS --size gInputA=320000 --size gInputB=320000 --size gOutput=320000 \
    --dispatch 10000,1,1
measure nbody samples/nbody/nbody.hlsl StepCS --set gBodyCount=4096 --set gTimeStep=0.01 --set gSofteningSquared=0.1 \
    --set gDamping=1 --in gPositions='f32(1..16384)' --in gVelocities='f32(1..16384)' --size gNewPositions=4096 \
    --size gNewVelocities=4096 --dispatch 16,1,1
measure mandelbrot samples/mandelbrot/mandelbrot.hlsl IterationsCS --set gCentre=-0.6,0 --set gScale=0.006 \
    --set gMaxIterations=256 --size gIterations=512x512 --dispatch 64,64,1
measure blur samples/blur/blur.hlsl HorzBlurCS --set gBlurRadius=5 --size gInput=1024x1024 --size gOutput=1024x1024 \
    --dispatch 4,1024,1
measure matmul samples/matmul/matmul.hlsl MatMulCS --set gRows=256 --set gColumns=256 --set gInner=256 --size gC=65536 \
    --in gA='f32(0..65535)' --in gB='f32(0..65535)' --dispatch 16,16,1
measure reduce samples/reduce/reduce.hlsl SumCS --in gValues='u32(1..1000000)' --in gSum='u32(0)' --dispatch 123,1,1
measure bitonic_sort samples/bitonic_sort/bitonic_sort.hlsl SortCS --in gKeys='u32(1..262144)' --dispatch 256,1,1
measure sharpen samples/sharpen/sharpen.hlsl SharpenCS --set gAmount=1 --size gInput=1024x1024 --size gOutput=1024x1024 \
    --dispatch 128,128,1
measure wave_equation samples/wave_equation/wave_equation.hlsl UpdateWavesCS --set gWaveConstant0=-0.99 \
    --set gWaveConstant1=1.9 --set gWaveConstant2=0.02 --in gPrevSolInput='f32(0..1048575)' --size gPrevSolInput=1024x1024 \
    --in gCurrSolInput='f32(0..1048575)' --size gCurrSolInput=1024x1024 --size gNextSolOutput=1024x1024 --dispatch 64,64,1
if test -s "$T/slow"; then
    echo "more than 20 times as long: $(sort -u "$T/slow" | tr '\n' ' ')" >&2
    exit 1
fi
