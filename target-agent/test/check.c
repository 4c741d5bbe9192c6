#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_TESTS 64
#define MOST_COMPLAINTS 10u

static struct {
    const char *sentence;
    void (*run)(void);
} s_tests[MOST_TESTS];
static unsigned s_count;
static unsigned s_complaints;

void check_register(const char *sentence, void (*test)(void))
{
    if (s_count == MOST_TESTS) abort();
    s_tests[s_count].sentence = sentence;
    s_tests[s_count++].run = test;
}

static void complain(const char *file, int line) { printf("  %s:%d: ", file, line); }

bool check_holds(bool holds, const char *what, const char *file, int line)
{
    if (holds || s_complaints++ >= MOST_COMPLAINTS) return holds;
    complain(file, line);
    printf("not so: %s\n", what);
    return false;
}

bool check_equal(uint64_t actual, uint64_t expected, const char *what, const char *file, int line)
{
    if (actual == expected || s_complaints++ >= MOST_COMPLAINTS) return actual == expected;
    complain(file, line);
    printf("%s is %llu, not %llu\n", what, (unsigned long long)actual,
           (unsigned long long)expected);
    return false;
}

bool check_text(const char *actual, const char *expected, const char *what, const char *file,
                int line)
{
    const bool equal = actual == expected || (actual && expected && !strcmp(actual, expected));
    if (equal || s_complaints++ >= MOST_COMPLAINTS) return equal;
    complain(file, line);
    printf("%s is\n    %s\n  not\n    %s\n", what, actual ? actual : "NULL",
           expected ? expected : "NULL");
    return false;
}

void check_golden(const char *name, const char *text)
{
    static char stored[1 << 16];
    const char *path = format_text("test/golden/agent/%s", name);
    const char *update = getenv("CYCLESCOPE_UPDATE_GOLDEN");
    FILE *file = fopen(path, update ? "w" : "r");
    if (!CHECK(file)) return;
    if (update) {
        fputs(text, file);
    } else {
        stored[fread(stored, 1, sizeof stored - 1, file)] = 0;
        check_text(text, stored, name, path, 1);
    }
    fclose(file);
}

const char *format_text(const char *format, ...)
{
    static char texts[8][1024];
    static unsigned next;
    char *text = texts[next++ % 8u];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof texts[0], format, arguments);
    va_end(arguments);
    return text;
}

static void print_sentence(const char *verdict, const char *sentence)
{
    printf("%s ", verdict);
    for (; *sentence; ++sentence) putchar(*sentence == '_' ? ' ' : *sentence);
    putchar('\n');
    fflush(stdout);
}

static bool is_wanted(const char *sentence, int count, char **wanted)
{
    for (int i = 0; i < count; ++i) {
        if (!strcmp(sentence, wanted[i])) return true;
    }
    return count == 0;
}

/** Runs the named tests, or all; fails if a test fails or a name is unknown. */
int main(int count, char **arguments)
{
    unsigned run = 0;
    bool failed = false;
    for (unsigned i = 0; i < s_count; ++i) {
        if (!is_wanted(s_tests[i].sentence, count - 1, arguments + 1)) continue;
        s_complaints = 0;
        s_tests[i].run();
        print_sentence(s_complaints ? "FAILED" : "ok", s_tests[i].sentence);
        failed = failed || s_complaints;
        run += 1;
    }
    return failed || run == 0;
}
