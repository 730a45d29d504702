interface Shape { float area(float scale); void move(); };
struct Flat : Shape
{
    float side;
    bool larger(Flat other) { return side > other.side; }
    float area(int scale) { return side; }
    void move() { side++; }
};
struct Square : Flat { float area(float scale) { return side * side; } };
struct Other { float area(float scale) { return 1; } void move() { } };
struct Beside : Other, Shape { };
template<typename T> struct Holder : Shape { T value; float area(float scale) { return value; } void move() { } };
static Flat global;
struct Field { Flat field[2]; };

[numthreads(1, 1, 1)]
void main()
{
    Flat flat;
    Square square;
    Beside beside;
    Holder<float> holder;
}
