// options: --module=m -enable-16bit-types
struct Inner { float16_t h; bool on; };
struct Particle { float3 position; Inner inner[2][3]; uint64_t id; double mass; int class_; float default_; };
StructuredBuffer<Particle> gIn;
RWStructuredBuffer<Particle> gOut;
ConstantBuffer<Particle> gOne;
Texture2D<float4> gPictures[2];
SamplerState gSmooth;
int new_ = 3;

[numthreads(8, 8, 1)]
void Move(uint3 id : SV_DispatchThreadID)
{
    Particle p = gIn[id.x];
    p.position += gPictures[1].SampleLevel(gSmooth, p.position.xy, 0).xyz * new_;
    gOut[id.x] = p;
}

[numthreads(1, 1, 1)]
void Take() { gOut[0] = gOne; }

[numthreads(1, 1, 1)]
void Nothing() {}
