// options: -E main
void main() {}
