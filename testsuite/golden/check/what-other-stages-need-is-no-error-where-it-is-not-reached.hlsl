float4 ps(float4 p : SV_Position) : SV_Target
{
    clip(p.x);
    discard;
    return p;
}

[numthreads(1, 1, 1)]
void main() {}
