/* What the host binds and sets has names of its own: where several namespaces, or one and the file,
 * have the same, those in namespaces are told with these.
 *
 *     namespace a { Buffer<float> q; float x; }   resources "a::q" and "q", of $Globals "a::x", "b::x"
 *     namespace b { float x; }  Buffer<float> q; */
#include "conversions_priv.h"

typedef struct Named {
    Name *name;
    Name space; /* NULL: of the file */
} Named;

Name spaces_around(Checker *checker)
{
    Name spaces = NULL;
    for (const Scope *scope = checker->scope; scope != NULL; scope = scope->parent)
        if (scope->name != NULL)
            spaces = spaces == NULL ? names_intern_text(checker->names, scope->name)
                                    : names_intern_text(checker->names,
                                                        arena_printf(checker->arena, "%s::%s",
                                                                     scope->name, spaces));
    return spaces;
}

static bool is_shared(const Named *all, int count, int at)
{
    for (int i = 0; i < count; i++)
        if (i != at && *all[i].name == *all[at].name)
            return true;
    return false;
}

static void tell_apart(Checker *checker, const Named *all, int count)
{
    Name *names = ARENA_ARRAY(checker->arena, Name, count + 1);
    for (int i = 0; i < count; i++) {
        names[i] = *all[i].name;
        if (all[i].space != NULL && is_shared(all, count, i))
            names[i] = names_intern_text(checker->names, arena_printf(checker->arena, "%s::%s",
                                                                      all[i].space, names[i]));
    }
    for (int i = 0; i < count; i++)
        *all[i].name = names[i];
}

void tell_members_apart(Checker *checker, const Resource *block)
{
    Named *all = ARENA_ARRAY(checker->arena, Named, block->member_count + 1);
    for (int i = 0; i < block->member_count; i++)
        all[i] = (Named){&block->members[i]->name, block->members[i]->spaces};
    tell_apart(checker, all, block->member_count);
}

void tell_resources_apart(Checker *checker)
{
    int count = checker->resources.count;
    Named *all = ARENA_ARRAY(checker->arena, Named, count + 1);
    for (int i = 0; i < count; i++) {
        Resource *resource = checker->resources.items[i];
        all[i] = (Named){&resource->name, resource->spaces};
    }
    tell_apart(checker, all, count);
}
