row_major float4 vector_in_rows;
struct S { float a; };
column_major S struct_in_columns;
typedef float2x2 Matrix;
row_major Matrix matrix_in_rows[2];
globallycoherent float coherent_float;
globallycoherent Buffer<float> coherent_buffer;
globallycoherent RWBuffer<float> coherent[2];
groupshared reordercoherent float coherent_shared;

[numthreads(64, 1, 1)]
void main()
{
    row_major float local = 1;
    globallycoherent RWBuffer<float> local_buffer = coherent[0];
    local_buffer[0] = local;
}
