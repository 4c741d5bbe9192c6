/** Tests of the agent on the host: one program per subject, one line of output per test. */
#ifndef CYCLESCOPE_CHECK_H
#define CYCLESCOPE_CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** Begins a test; its name is a sentence with underscores as spaces. */
#define TEST(sentence)                                                 \
    static void sentence(void);                                        \
    __attribute__((constructor)) static void register_##sentence(void) \
    {                                                                  \
        check_register(#sentence, sentence);                           \
    }                                                                  \
    static void sentence(void)

#define CHECK(condition) check_holds((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) \
    check_equal((uint64_t)(actual), (uint64_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), #actual, __FILE__, __LINE__)

void check_register(const char *sentence, void (*test)(void));
bool check_holds(bool holds, const char *what, const char *file, int line);
bool check_equal(uint64_t actual, uint64_t expected, const char *what, const char *file, int line);
bool check_text(const char *actual, const char *expected, const char *what, const char *file,
                int line);

/** Compares with a golden file, or writes it if CYCLESCOPE_UPDATE_GOLDEN is set. */
void check_golden(const char *name, const char *text);

/** Formats into one of a few buffers that are used in turn. */
const char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
