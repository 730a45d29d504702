float a
float b;
