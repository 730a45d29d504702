/* Of structs and templates inside of a struct's template; each definition has names of its own for the parameters. */
template<typename T> struct List {
    struct Node {
        T value;
        struct Link { int next; int after(); };
        Link link;
        T twice();
        static T zero();
        static int made;
        template<int N> T times();
    };
    template<typename U> struct Pair {
        T first;
        U second;
        T sum();
        static int size();
        template<typename V> V as(V more);
    };
    Node node;
    Node of(T value);
};

template<typename A> A List<A>::Node::twice() { A own = value; return own + own; }
template<typename T> T List<T>::Node::zero() { return (T)(sizeof(T) - sizeof(T)); }
template<typename T> int List<T>::Node::made = 3 + sizeof(T);
template<typename T> int List<T>::Node::Link::after() { return next + sizeof(T); }
template<typename T> template<int M> T List<T>::Node::times() { return value * M; }
template<typename Q> template<typename P> Q List<Q>::Pair<P>::sum() { return first + (Q)second; }
template<typename T> template<typename U> int List<T>::Pair<U>::size() { return 10 * sizeof(T) + sizeof(U); }
template<typename A> template<typename B> template<typename C> C List<A>::Pair<B>::as(C more) { return (C)first + (C)(B)second + more; }

namespace Space {
    template<int N> struct Row { struct Cell { int x; int get(); }; };
}
template<int M> int Space::Row<M>::Cell::get() { return x * M; }

template<typename T> typename List<T>::Node List<T>::of(T value)
{
    Node made;
    made.value = value;
    made.link.next = 1;
    return made;
}

[Test] [numthreads(4, 1, 1)] void StructsInside(int t : SV_GroupIndex)
{
    List<int> list;
    List<int>::Node node = list.of(t);
    ASSERT_EQUAL(node.twice(), 2 * t);
    ASSERT_EQUAL(node.link.after(), 5);
    ASSERT_EQUAL(node.times<3>(), 3 * t);
    ASSERT_EQUAL(List<double>::Node::made, 11);
    ASSERT_EQUAL(List<float>::Node::zero(), 0);
    List<float2>::Node wide;
    wide.value = float2(t, 1.5);
    ASSERT_EQUAL(wide.twice(), float2(2 * t, 3));
    Space::Row<6>::Cell cell;
    cell.x = t;
    ASSERT_EQUAL(cell.get(), 6 * t);
}

[Test] [numthreads(4, 1, 1)] void TemplatesInside(int t : SV_GroupIndex)
{
    List<int>::Pair<float> pair;
    pair.first = t;
    pair.second = 2.75;
    ASSERT_EQUAL(pair.sum(), t + 2);
    ASSERT_EQUAL((List<double>::Pair<int>::size()), 84);
    ASSERT_EQUAL(pair.as(0.5f), t + 3.25f);
    ASSERT_EQUAL(pair.as<int>(1), t + 3);
}
