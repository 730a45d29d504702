void f() {}
}
