#define ORDER row_major
#define WHOLE pack_matrix(column_major)
cbuffer First { float2x2 before; };
#pragma pack_matrix(ORDER)
cbuffer Second { float2x2 rows; };
#pragma WHOLE
cbuffer Third { float2x2 columns; };
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main()
{
    o[0] = before._12 + rows._12 + columns._12;
}
