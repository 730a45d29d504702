// options: --sandbox
#include "../../../samples/blur/blur.hlsl"

[numthreads(1, 1, 1)]
void CS() {}
