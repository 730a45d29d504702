void f() {
  x = ;
  y = (1;
  for (i = 0; i < ; i++) { a; b; }
  z = 1 +;
}
float 3;
