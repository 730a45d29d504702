// options: --module=m
cbuffer linux { float linux; int linux_; float3 padding_0; uint padding_0_; float NULL; float errno; float __func__; };
struct _Complex { half4 xor; int xor_; };
StructuredBuffer<_Complex> _Complex_, EOF;
RWBuffer<float> NULL_, __asm;

[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex)
{
    NULL_[i] = linux + linux_ + padding_0.x + padding_0_ + NULL + errno + __func__;
    __asm[i] = _Complex_[i].xor.x + EOF[i].xor_;
}
