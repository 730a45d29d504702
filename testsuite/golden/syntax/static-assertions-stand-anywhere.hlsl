static_assert(1 + 1 == 2, "sum");
_Static_assert(true);
