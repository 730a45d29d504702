template<typename T> struct Size { static const int n = 1; };
template<> struct Size<float2> { static const int n = 2; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Size<float> a;
    Size<float2> b;
    float c[a.n + b.n * 10];
}
