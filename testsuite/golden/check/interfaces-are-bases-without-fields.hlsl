interface Shape { float area(); };
interface Named { int id(); };
class Square : Shape, Named
{
    float side;
    float area() { return side * side; }
    int id() { return 4; }
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Square s;
    s.side = 2;
    float a = s.area();
}
