Texture2D<float> a : register(t3, 7);
Texture2D<float> b : register(cs, t4, space1);
SamplerState c : register(s1[2]);
cbuffer Constants { float d : packoffset(1); };
