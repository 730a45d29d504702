#define S(x) #x
#define A 1
S(A  + "q\n")
