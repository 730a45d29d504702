/* The page's style and its script, which only brings into view what :hover lights up. */
#include "page_priv.h"

static const struct { const char *name, *light, *dark; } COLOURS[] = {
#define COLOUR(name, light, dark) {#name, light, dark},
#include "colour.def"
#undef COLOUR
};

static void add_colours(Text *out, bool is_dark)
{
    page_add(out, ":root{");
    for (int i = 0; i < COUNT_OF(COLOURS); i++)
        page_add(out, "--%r:%r;", COLOURS[i].name,
                 is_dark ? COLOURS[i].dark : COLOURS[i].light);
    page_add(out, "}\n");
}

static void add_rules(Text *out)
{
    static const char RULES[] =
#define RULE(selectors, declarations) selectors "{" declarations "}\n"
#define WIDE(selectors, declarations)
#define NARROW(selectors, declarations)
#include "style.def"
#undef RULE
#undef WIDE
        "@media (min-width:1000px){\n"
#define RULE(selectors, declarations)
#define WIDE(selectors, declarations) selectors "{" declarations "}\n"
#include "style.def"
#undef WIDE
#undef NARROW
        "}\n@media (max-width:600px){\n"
#define WIDE(selectors, declarations)
#define NARROW(selectors, declarations) selectors "{" declarations "}\n"
#include "style.def"
#undef RULE
#undef WIDE
#undef NARROW
        "}\n";
    text_add(out, RULES, sizeof RULES - 1);
}

static void add_levels(Text *out)
{
    for (int i = 0; i < PAGE_LEVEL_COUNT; i++) {
        const char *name = PAGE_LEVELS[i].name;
        page_add(out, "tr.%r .lv,tr.%r .code,.legend .%r{background:var(--%r)}"
                      "svg .%r{fill:var(--%r)}\n", name, name, name, name, name, name);
    }
    for (int i = 0; i < 10; i++)
        page_add(out, ".h%d{background:color-mix(in srgb,var(--heat) %d%%,transparent)}\n", i,
                 i * 7);
}

/* What is of one line lights up together. Where :has is unknown, all kernels are shown. */
static void add_line_rules(Text *out, const PageSources *sources, int kernel_count)
{
    page_add(out, "@supports selector(:has(a)){.kernel{display:none}\n");
    for (int i = 0; i < kernel_count; i++)
        page_add(out, "body:has(#t%d:checked) #k%d{display:block}\n", i, i);
    page_add(out, "}\n");
    for (int i = 0; i < sources->files.count; i++) {
        const PageFile *file = &sources->files.items[i];
        for (int line = 0; line < file->starts.count && file->is_shown; line++) {
            int number = file->first + line;
            page_add(out, ".kernel:has(.l%d:hover) .l%d{--c:var(--lit)}\n", number, number);
        }
    }
    page_add(out, ".text div{background:var(--c,transparent)}"
                  ".src tr .code{background-image:linear-gradient(var(--c,transparent),"
                  "var(--c,transparent))}svg g .box{stroke:var(--c,var(--line))}\n");
}

void page_style(Text *out, const PageSources *sources, int kernel_count)
{
    page_add(out, "<style>\n");
    add_colours(out, false);
    page_add(out, "@media (prefers-color-scheme:dark){");
    add_colours(out, true);
    page_add(out, "}\n");
    add_rules(out);
    add_levels(out);
    add_line_rules(out, sources, kernel_count);
    page_add(out, "</style>\n");
}

const char PAGE_SCRIPT[] =
    "<script>\n"
    "document.addEventListener('click',function(e){\n"
    " var row=e.target.closest('.src tr[class],.text div[class],svg g[class]'),"
    "m=row&&/l\\d+/.exec(row.getAttribute('class'));\n"
    " if(!m||e.target.closest('a,summary'))return;\n"
    " row.closest('.kernel').querySelectorAll('.scroll').forEach(function(pane){\n"
    "  var first=pane.querySelector('.'+m[0]);\n"
    "  if(first&&!pane.contains(row))pane.scrollTop+=first.getBoundingClientRect().top-"
    "pane.getBoundingClientRect().top-pane.clientHeight/3;});});\n"
    "</script>\n";
