void f() { 1(2); (a)(b); }
