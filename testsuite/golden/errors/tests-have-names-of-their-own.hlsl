// options: --tests
namespace a { [Test] void Holds() { ASSERT(1 == 1); } }
namespace b { [Test] void Holds() { ASSERT(1 == 2); } }
