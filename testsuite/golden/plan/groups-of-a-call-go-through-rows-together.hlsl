// options: --join-groups=off --wave-size=16 --target=x86-64-v3
StructuredBuffer<float> Y : register(t0), U : register(t1), V : register(t2);
RWStructuredBuffer<float> R : register(u0), G : register(u1), B : register(u2);
cbuffer Size { uint width; };
[numthreads(32, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * width + id.x;
    float y = Y[i], u = U[i], v = V[i];
    R[i] = y + v;
    G[i] = y - u - v;
    B[i] = y + u;
}
