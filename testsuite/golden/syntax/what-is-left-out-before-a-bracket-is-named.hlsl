float f(float x)
{
    float y = x 2
}
float g(int a, int b] { }
float 3;
