groupshared uint total;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    vec3 v;
    float x = mix(1, 2, 0.5);
    atomicAdd(total, threadIdx.x);
    __syncthreads();
    float y = foo(1);
}
