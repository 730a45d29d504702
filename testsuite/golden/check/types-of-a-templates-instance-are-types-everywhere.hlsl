template<int N>
struct Row {
    using Pair = float2;
    using Next = Row<N + 1>;
    float of[N];
};
struct Marked : Row<1>::Next {
    int mark;
};
RWStructuredBuffer<uint> output;

[numthreads(1, 1, 1)]
void main()
{
    float2 pair = (Row<1>::Pair)3;
    Marked marked = (Marked)0;
    output[0] = sizeof(Row<1>::Pair) + sizeof(Row<1>::Next::Next) + sizeof(pair) + sizeof(marked);
}
