struct Wheel {
    typedef float Unit;
    Unit radius;
};
template<typename T> struct Pair {
    using Element = T;
    typedef T Other; // of no instance
    Element a, b;
};
RWStructuredBuffer<float> output;

[numthreads(1, 1, 1)]
void main()
{
    output[0] = 1;
}
