typedef float2x2 plain;
typedef row_major float2x2 rows;
typedef float2x2 array[2];
#pragma pack_matrix(column_major)
typedef float2x2 columns;
plain a;
rows b;
array c;
column_major plain d;
#pragma pack_matrix(row_major)
plain e;
columns f;
