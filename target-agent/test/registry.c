#include "registry.h"

#include "check.h"

static void nothing(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
}
static void measure(cyclescope_run *run) { (void)run; }

static const char *find_suite(const cyclescope_bench *bench)
{
    const cyclescope_span suite = cyclescope_find_suite(bench);
    return format_text("%.*s", (int)suite.length, suite.text);
}

TEST(a_suite_is_the_name_of_its_file)
{
    static const struct {
        const char *file;
        const char *suite;
    } cases[] = {{"families/heap/heap.c", "heap"},
                 {"heap.c", "heap"},
                 {"C:\\work\\fir.bench.c", "fir"},
                 {"a.b/c", "c"},
                 {"/abs/context_switch.c", "context_switch"}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const cyclescope_bench bench = {.file = cases[i].file};
        CHECK_TEXT(find_suite(&bench), cases[i].suite);
        CHECK(cyclescope_in_suite(&bench, cases[i].suite));
        CHECK(!cyclescope_in_suite(&bench, ""));
    }
}

TEST(a_suite_may_have_an_explicit_name)
{
    const cyclescope_bench bench = {.suite = "rhealstone", .file = "families/yield/yield.c"};
    CHECK_TEXT(find_suite(&bench), "rhealstone");
    CHECK(cyclescope_in_suite(&bench, "rhealstone"));
    CHECK(!cyclescope_in_suite(&bench, "yield"));
    CHECK(!cyclescope_in_suite(&bench, "rhealston"));
    CHECK(!cyclescope_in_suite(&bench, "rhealstones"));
}

TEST(omitted_options_have_defaults)
{
    const cyclescope_bench silent = {.batch = measure};
    CHECK_EQUAL(cyclescope_get_iterations(&silent), CYCLESCOPE_DEFAULT_ITERATIONS);
    CHECK_EQUAL(cyclescope_get_batches(&silent), CYCLESCOPE_DEFAULT_BATCHES);
    const cyclescope_bench declared = {.batch = measure, .iterations = 7, .batches = 9};
    CHECK_EQUAL(cyclescope_get_iterations(&declared), 7);
    CHECK_EQUAL(cyclescope_get_batches(&declared), 9);
}

TEST(a_benchmark_with_hooks_around_each_operation_has_no_batches)
{
    const cyclescope_bench before = {.batch = measure, .before_each = nothing};
    const cyclescope_bench after = {.batch = measure, .after_each = nothing, .batches = 30};
    const cyclescope_bench alone = {.sample = measure};
    CHECK_EQUAL(cyclescope_get_batches(&before), 0);
    CHECK_EQUAL(cyclescope_get_batches(&after), 0);
    CHECK_EQUAL(cyclescope_get_batches(&alone), 0);
    const cyclescope_bench own = {.before_each = nothing, .own_batch = measure, .batches = 30};
    CHECK_EQUAL(cyclescope_get_batches(&own), 30);
    CHECK(cyclescope_find_batch(&own) == measure);
}

TEST(linked_benchmarks_are_registered)
{
    const cyclescope_bench *begin = cyclescope_registry_begin();
    CHECK_EQUAL(cyclescope_registry_end() - begin, 3);
    CHECK_TEXT(begin[0].op, "fir");
    CHECK_TEXT(begin[1].op, "put");
    CHECK_TEXT(begin[2].op, "get");
    CHECK_TEXT(find_suite(&begin[0]), "filter_bank");
    CHECK_EQUAL(begin[0].line, 10);
    CHECK_EQUAL(begin[0].param_count, 2);
    CHECK_EQUAL(begin[1].param_count, 0);
}
