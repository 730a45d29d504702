#undef
float a;
