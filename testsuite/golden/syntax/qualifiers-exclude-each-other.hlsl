static extern float a;
static uniform float b;
shared static float c;
groupshared extern float d;
row_major column_major float2x2 e;
unorm snorm float f;
export static void g();
void h(groupshared inout float a, uniform out float b, uniform linear float c,
       uniform nointerpolation float d, nointerpolation sample float e, uniform point float f,
       line linear float g, nointerpolation triangle float h);
void i(in in float a, in inout float b, out inout float c, in out float is_inout);
