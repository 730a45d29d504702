cbuffer C : register(b0) { float a : packoffset(c1.y); row_major float4x4 m; }
