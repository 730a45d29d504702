static const float a = 1.5q;
static const double b = 1.5lf;
static const uint64_t c = 5lL;
static const float d = 1f + 2.f + 3e0h + 4H;
