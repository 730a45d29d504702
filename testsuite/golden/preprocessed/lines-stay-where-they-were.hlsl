#define SQUARE(x) ((x) * (x))
#if __SHADER_TARGET_STAGE == __SHADER_STAGE_COMPUTE
float square(float a)
{
    return SQUARE(a + 1); // comments go
}
#else
float square;
#endif
#pragma pack_matrix(row_major)












float4x4 far;
#line 7 "generated.hlsl"
float other;
