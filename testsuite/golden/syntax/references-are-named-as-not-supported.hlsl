void f(float &a) {}
