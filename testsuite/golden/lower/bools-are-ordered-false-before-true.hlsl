RWStructuredBuffer<bool> Out;
bool a, b;

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = a < b;
    Out[1] = a >= b;
}
