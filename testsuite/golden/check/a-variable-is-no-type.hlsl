struct T { static const int n = 3; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    typename T::n x;
}
