namespace N { static const int a = 1; }
RWBuffer<int> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    o[id.x] = N;
}
