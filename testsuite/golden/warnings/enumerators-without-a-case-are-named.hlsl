RWStructuredBuffer<uint> o;
enum Shape { CIRCLE, SQUARE, ROUND = CIRCLE, STAR = 5 };
enum class Colour { Red, Green };
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    Shape shape = (Shape)i;
    Colour colour = (Colour)i;
    switch (shape) {
    case STAR: o[0] = 1;
    }
    switch (shape) {
    case ROUND: case SQUARE: case STAR: o[1] = 1;
    }
    switch (shape) {
    case SQUARE: o[2] = 1; break;
    default: o[3] = 1;
    }
    switch (colour) {
    case Colour::Red: o[4] = 1;
    }
    switch (i) {
    case CIRCLE: o[5] = 1;
    }
}
