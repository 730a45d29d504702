template<typename T> T plain = (T)1;
template<typename T> static T own = (T)2;
RWBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.x] = own<float> + own<float, 3>;
    output[0] = own;
}
