float a;
#ifdef NEVER
float b;
