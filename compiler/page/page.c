/* The page as a list of its parts. A kernel's graph, IR and C find which lines they have something
 * of, so they are written before the source, which stands before them. */
#include "page_priv.h"

static void add_tab(Text *out, const Plan *plan, int number)
{
    const IrKernel *kernel = plan->kernel;
    page_add(out, "<label><input type=\"radio\" name=\"kernel\" id=\"t%d\"%r>%s, wave %d", number,
             number == 0 ? " checked" : "", kernel->name, ir_told_wave_size(kernel));
    if (kernel->order.kind != IR_ORDER_LINEAR)
        page_add(out, " %s", ir_order_name(kernel->order.kind));
    if (kernel->order.extra_waves > 0)
        page_add(out, " extra %d", kernel->order.extra_waves);
    if (kernel->told_threads[0] > 0)
        page_add(out, ", threads in rows of %d", (int)kernel->threads[0]);
    if (kernel->joined > 0)
        page_add(out, ", %d groups at a time", kernel->joined);
    page_add(out, "</label>\n");
}

static void add_legend(Text *out)
{
    page_add(out, "<ul class=\"legend\" aria-label=\"how a line runs\">\n");
    for (int i = 0; i < PAGE_LEVEL_COUNT; i++)
        page_add(out, "<li><b class=\"%s\">%s</b>%s</li>\n", PAGE_LEVELS[i].name,
                 PAGE_LEVELS[i].letter, PAGE_LEVELS[i].text);
    page_add(out, "</ul>\n<ul class=\"legend\" aria-label=\"marks\"><li class=\"good\"><b>"
                  "\xe2\x9c\x93</b>goes by vectors or one address</li><li class=\"fair\"><b>?</b>"
                  "stepped, or tested as it runs</li><li class=\"slow\"><b>!</b>lane by lane: "
                  "gather, scatter</li><li class=\"ctl\"><b>\xe2\x86\xb3</b>branch, loop, barrier, "
                  "across lanes</li></ul>\n");
}

static void add_pane(Text *out, const char *class, const char *title, const char *inner,
                     const Text *text)
{
    page_add(out, "<div class=\"pane %r\"><h2>%r</h2><div class=\"scroll%r\" tabindex=\"0\">",
             class, title, inner);
    text_add(out, text->bytes != NULL ? text->bytes : "", text->length);
    page_add(out, "</div></div>\n");
}

static void add_head(Text *out, const PageKernel *kernel)
{
    const IrKernel *ir = kernel->plan->kernel;
    const uint32_t *threads = ir_told_threads(ir);
    page_add(out, "<h2>%s</h2><p>numthreads(%d, %d, %d), %d %r of %d lanes, machine vectors of %d "
                  "lanes.</p>\n", ir->name, (int)threads[0], (int)threads[1],
             (int)threads[2], ir->wave_count, ir->wave_count == 1 ? "wave" : "waves",
             ir->wave_size, kernel->plan->lanes);
}

static void add_kernel(Text *out, const Page *page, const PageSources *sources, const Plan *plan,
                       int number)
{
    Arena *arena = arena_new("page");
    PageKernel kernel = page_kernel(arena, page, sources, plan, number);
    Text ir = {0}, c = {0}, graph = {0}, source = {0};
    page_ir(&ir, &kernel);
    page_c(&c, &kernel);
    page_graph(&graph, &kernel);
    page_source(&source, &kernel);
    page_add(out, "<section class=\"kernel\" id=\"k%d\">", number);
    add_head(out, &kernel);
    page_add(out, "<div class=\"panes\">\n");
    add_pane(out, "source", "Source", "", &source);
    add_pane(out, "ir", "IR", " text", &ir);
    add_pane(out, "c", "C", " text", &c);
    page_add(out, "</div>\n<h2>Control flow</h2>\n<div class=\"panes\" style=\"display:block\">");
    add_pane(out, "flow", "a box for each stretch of operations, by its least uniform level", "",
             &graph);
    page_add(out, "</div>\n");
    page_tables(out, &kernel);
    page_add(out, "</section>\n");
    text_free(&ir), text_free(&c), text_free(&graph), text_free(&source);
    arena_drop(arena);
}

static int count_plans(const Page *page)
{
    int count = 0;
    for (int i = 0; i < page->plan_count; i++)
        count += page->plans[i] != NULL;
    return count;
}

void page_print(Text *out, const Page *page)
{
    Arena *arena = arena_new("page");
    PageSources sources = page_sources(arena, page);
    int number = 0;
    page_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta "
                  "name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>%s"
                  "</title>\n", page->title);
    page_style(out, &sources, count_plans(page));
    page_add(out, "</head><body>\n<h1>%s</h1>\n<p class=\"faint\">as wavecc compiles it for %s</p>"
                  "\n<fieldset class=\"tabs\"><legend>Entry point and wave size</legend>\n",
             page->title, page->target);
    for (int i = 0; i < page->plan_count; i++)
        if (page->plans[i] != NULL)
            add_tab(out, page->plans[i], number++);
    page_add(out, "</fieldset>\n");
    add_legend(out);
    number = 0;
    for (int i = 0; i < page->plan_count; i++)
        if (page->plans[i] != NULL)
            add_kernel(out, page, &sources, page->plans[i], number++);
    page_add(out, "%r</body></html>\n", PAGE_SCRIPT);
    arena_drop(arena);
}
