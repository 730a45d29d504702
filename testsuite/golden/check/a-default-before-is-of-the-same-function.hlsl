float f(float a, float b = 1);
float f(float a = 2, float b);
float g(float a, float b = 1);
float g(int a = 5, float b);
struct S
{
    float h(float a, uint b = 1);
    float h(float a = 2, int b);
};

[numthreads(1, 1, 1)]
void main()
{
}
