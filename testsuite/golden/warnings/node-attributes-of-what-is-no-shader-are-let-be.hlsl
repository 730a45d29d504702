[NodeLaunch("broadcasting")] void launched() { }
[nodeid("first")] [NodeMaxDispatchGrid(1, 1, 1)] uint named() { return 1; }
RWStructuredBuffer<uint> result;

[numthreads(1, 1, 1)]
void main()
{
    result[0] = named();
}
