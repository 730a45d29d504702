float half_of(float x, float part = 0.5);
float half_of(float x, float part = 0.5) { return x * part; }
float twice(float x = 1) { return x * 2; }
float twice(float x = 2);
float last(float a, float b = 1);
float last(float a, float) { return a; }
struct Box {
    float size(float scale = 1);
};
float Box::size(float scale = 2) { return scale; }
[numthreads(8, 1, 1)] void main() {}
