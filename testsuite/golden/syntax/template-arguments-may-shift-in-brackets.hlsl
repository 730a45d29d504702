void f() { a.Load<int[8 >> 1]>(3); }
