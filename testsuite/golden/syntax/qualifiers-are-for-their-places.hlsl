// options: -ferror-limit=100
typedef groupshared float Shared;
volatile float global_volatile;
inline float global_inline;
export float global_export;
in float global_in;
inout float global_inout;
nointerpolation float global_nointerpolation;
linear float global_linear;
triangle float global_triangle;
namespace N { out float inner; }
cbuffer C { point float member; }
struct S {
    const float constant;
    static const float shared_constant;
    extern float external;
    uniform float given;
    groupshared float shared_field;
    volatile float changing;
    out float result;
    shared float common;
    uniform float method();
};
interface I { export void method(); };
uniform float function();
volatile float changing_function();
float f(static float a, extern float b, volatile float c, shared float d, inline float x)
{
    extern float e;
    uniform float g;
    shared float h;
    in float i, j;
    nointerpolation float k;
    centroid float l;
    vertices float m;
    float n : MEANING;
    for (out int o = 0;;) {}
}
template<typename T> struct Box { uniform T value; };
