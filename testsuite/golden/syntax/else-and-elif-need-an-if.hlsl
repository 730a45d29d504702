#else
#elif 1
float a;
