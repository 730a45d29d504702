RWBuffer<float> a : register(u1) : register(u2);
RWBuffer<float> b : register(cs, u1) : register(cs, u2);
RWBuffer<float> both : register(u3, u4);
RWBuffer<float> late : register(u3, ps);
RWBuffer<float> c : register(u1) : register(cs, u2);
RWBuffer<float> for_two_stages : register(ps, u1) : register(cs, u2);
RWBuffer<float> the_same : register(u3) : register(u3);
struct Pair { Texture2D<float4> texture; SamplerState sampler_state; };
Pair of_two_classes : register(t1) : register(s2);
cbuffer D : register(b0) : register(b1) { float4 d; }
