struct S { float if; float ok; float return; };
cbuffer C { float for; uint while[2]; };
void switch(int x) { }
enum E { FIRST, case };
float f(S s)
{
    float out = s.while;
    float in[2], b;
    return 1;
}
