// options: --tests --wave-size=8
[Test(0, 2)] void main() {}
