namespace Outer {
    namespace Inner {
        enum class Mode : uint { Off, On = 4, };
    }
    struct Base { float weight; };
    struct Derived : Base {
        Inner::Mode mode;
        float get();
        Derived operator*(float factor) { weight *= factor; return this; }
    };
    float Derived::get() { return mode == Inner::Mode::On ? weight : 0; }
}
using namespace Outer;
static const Derived derived = { 1.0, Inner::Mode::Off };
