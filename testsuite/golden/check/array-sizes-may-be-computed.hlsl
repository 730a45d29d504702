static const int N = 3;
enum { E = 4 };
static const float half_size = 2.5;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float a[N * 2 + E - 1]; }
    { const uint n = 5; float a[n + sizeof(float3)]; }
    { float a[(int)(half_size * 2)]; }
}
