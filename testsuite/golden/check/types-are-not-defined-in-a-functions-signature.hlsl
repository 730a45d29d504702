struct Pair { float a, b; } pair() { return (Pair)0; }
enum Kind { FIRST } kind() { return FIRST; }
float anonymous(struct { float a; } value) { return value.a; }
float named(enum Other { SECOND } value, float b) { return b; }
struct S { float method(inout struct T { float a; } value) { return 1; } };
struct Apart { float a; };
struct Apart apart(struct Apart value) { return value; }

[numthreads(1, 1, 1)]
void main()
{
}
