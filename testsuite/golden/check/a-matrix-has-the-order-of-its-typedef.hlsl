typedef row_major float2x3 Rows;
typedef Rows Same;
typedef float2x3 Open;
column_major Rows wrong;
column_major Same wrong_too;
row_major Rows twice;
column_major Open open;
#pragma pack_matrix(column_major)
typedef float4x4 Columns;
struct S { row_major Columns wrong; };

[numthreads(1, 1, 1)] void main() { }
