/* As in C++ (argument-dependent lookup): of structs, their bases, template arguments, arrays, enums and resources. */
namespace Shapes {
    struct Square { int side; };
    int area(Square square) { return square.side * square.side; }
    template<typename T> int twice(T shape) { return 2 * area(shape); }
    enum Kind { ROUND = 3, FLAT };
    int code(Kind kind) { return kind + 100; }
    template<typename T> struct List { T items[2]; };
    template<typename T> int count(List<T> list) { return 2; }
    float length(Square square) { return square.side * 1.5; }
    namespace Inner { struct Deep { int x; }; int area(Deep deep) { return deep.x + 7; } }
}
namespace Colours {
    struct Tile : Shapes::Square { int colour; };
    int paint(Shapes::List<Tile> list) { return list.items[1].colour; }
    int paint(Tile tiles[2]) { return tiles[0].colour; }
    int first(RWStructuredBuffer<Tile> tiles) { return tiles[0].colour; }
}
RWStructuredBuffer<Colours::Tile> gTiles;

template<typename T> int area(T shape) { return -1; }
int length(int x) { return -x; }
template<typename T> int Measured(T shape) { return area(shape); }

struct Meter {
    int unit;
    int area(int x) { return x * unit; }
    int measure(Shapes::Square square) { return area(square.side); }
};

[Test] [numthreads(4, 1, 1)] void TheyCompeteWithWhatIsVisible(int t : SV_GroupIndex)
{
    Shapes::Square square = { t };
    ASSERT_EQUAL(area(square), t * t);
    ASSERT_EQUAL(area(t), -1);
    ASSERT_EQUAL(Measured(square), t * t);
    ASSERT_EQUAL(Measured(1.5), -1);
    ASSERT_EQUAL(Shapes::twice(square), 2 * t * t);
    ASSERT_EQUAL(length(square), t * 1.5);
    ASSERT_EQUAL(length(float2(3, 4)), 5);
    ASSERT_EQUAL(length(2), -2);
    Shapes::Inner::Deep deep = { t };
    ASSERT_EQUAL(area(deep), t + 7);
    Meter meter = { 10 };
    ASSERT_EQUAL(meter.measure(square), 10 * t);
}

[Test] [numthreads(4, 1, 1)] void AllThatATypeIsMadeOfCounts(int t : SV_GroupIndex)
{
    Colours::Tile tile;
    tile.side = 3;
    tile.colour = t;
    ASSERT_EQUAL(area((Shapes::Square)tile), 9);
    ASSERT_EQUAL(length(tile), 4.5);
    ASSERT_EQUAL(code(Shapes::FLAT), 104);
    Shapes::List<Colours::Tile> list;
    list.items[0] = list.items[1] = tile;
    ASSERT_EQUAL(paint(list), t);
    ASSERT_EQUAL(count(list), 2);
    ASSERT_EQUAL(paint(list.items), t);
    ASSERT_EQUAL(first(gTiles), 0);
}
