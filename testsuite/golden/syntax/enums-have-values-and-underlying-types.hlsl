enum A { X, Y = 2, };
enum class B : uint { Z };
