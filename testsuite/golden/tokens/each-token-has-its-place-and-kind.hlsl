#define ONE 1
const float x = ONE + .5f;
[loop] for (;;) {}
