struct Names { string of_struct[2]; uint count; };
cbuffer Constants { string of_cbuffer[2]; };
RWBuffer<uint> Out : register(u0);

void Print(string of_function[2]) {}

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Names names;
    names.count = i;
    Out[i] = names.count;
}
