#pragma pack_matrix(row_major)
float4x4 a;
column_major float4x4 b;
float4 c;
#pragma pack_matrix(column_major)
float2x2 d;
