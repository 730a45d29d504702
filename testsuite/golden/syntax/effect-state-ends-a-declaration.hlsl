float b {} = 1;
float c {} : register(c1);
int d { 3 };
