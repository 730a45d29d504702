struct P { Buffer<float> from; RWBuffer<float> to; float scale; };
P p : register(t2) : register(u1);

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    p.to[i] = p.from[i] * p.scale;
}
