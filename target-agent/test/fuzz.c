/** Sends random and mutated lines through the command loop: each gets one final line. */
#include <stdlib.h>

#include "check.h"
#include "fake.h"
#include "samples.h"

#ifndef FUZZ_LINES
#define FUZZ_LINES 300000u
#endif

/** xorshift: small, and the same everywhere. */
static uint32_t random_number(void)
{
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static uint32_t below(uint32_t limit) { return random_number() % limit; }

static const char *const s_parts[] = {"hello",
                                      "list",
                                      "run",
                                      "stop",
                                      "run queue",
                                      "run filter_bank",
                                      " queue",
                                      " op=put",
                                      " op=get",
                                      " n=1",
                                      " n=3",
                                      " n=0",
                                      " n=",
                                      " warmup=2",
                                      " trace=0",
                                      " trace=1",
                                      " wait=0",
                                      " wait=1",
                                      " batches=3",
                                      " size=4",
                                      " size=99",
                                      " taps=1",
                                      " gain=4294967295",
                                      "=",
                                      "\"",
                                      "\\",
                                      " ",
                                      "  ",
                                      "\r",
                                      " a=\"b c\"",
                                      "\\\"",
                                      " n=4294967296",
                                      "\xff\xfe",
                                      "\t",
                                      "op",
                                      "queue/put",
                                      " op=\"get\"",
                                      "0",
                                      "x"};

static uint32_t append(char *line, uint32_t length, uint32_t most)
{
    const char *part = s_parts[below(sizeof s_parts / sizeof s_parts[0])];
    while (*part && length < most) line[length++] = *part++;
    return length;
}

/** Neither splits the line nor requests a run that takes minutes. */
static void mutate(char *line, uint32_t length)
{
    if (!length) return;
    char *byte = &line[below(length)];
    const char value = (char)random_number();
    if (value != '\n' && !(value >= '0' && value <= '9')) *byte = value;
}

static uint32_t random_line(char *line)
{
    const uint32_t most = below(20) ? 120u : 400u;
    uint32_t length = 0;
    for (uint32_t parts = below(6); parts; --parts) length = append(line, length, most);
    if (!below(20)) {
        while (length < most) length = append(line, length, most);
    }
    for (uint32_t times = below(3); times; --times) mutate(line, length);
    return length;
}

/** A run without n= could take thousands of operations, so allow only a few of them. */
static bool takes_long(const char *line, uint32_t length)
{
    static char text[512];
    memcpy(text, line, length);
    text[length] = 0;
    return strstr(text, "run") && !strstr(text, " n=");
}

static bool is_command(const char *line, uint32_t length)
{
    for (uint32_t i = 0; i < length; ++i) {
        if (line[i] != '\r') return true;
    }
    return false;
}

/** Counts final lines, and checks that the last line is one. */
static uint32_t final_lines(const char *answer)
{
    const uint32_t count = fake_lines("ok ") + fake_lines("error ");
    const char *last = answer;
    for (const char *at = answer; *at; ++at) {
        if (*at == '\n' && at[1]) last = at + 1;
    }
    CHECK(!count || !strncmp(last, "ok ", 3) || !strncmp(last, "error ", 6));
    return count;
}

TEST(any_input_gets_exactly_one_final_line)
{
    static char line[512];
    uint32_t answered = 0;
    fake_reset();
    fake_stream.hooks = true;
    for (uint32_t i = 0; i < FUZZ_LINES; ++i) {
        uint32_t length = random_line(line);
        if (takes_long(line, length) && below(100)) continue;
        const uint32_t expected = is_command(line, length) ? 1u : 0u;
        line[length++] = '\n';
        fake_packet_count = 0;
        sample_acts =
            (sample_script){.failure = below(8) ? NULL : "lost", .refusal = below(8) ? NULL : "no"};
        const uint32_t finals = final_lines(fake_serve_bytes(line, length));
        answered += finals;
        if (finals == expected) continue;
        line[length - 1u] = 0;
        CHECK_TEXT(line, "a line with one answer");
        CHECK_EQUAL(finals, expected);
        return;
    }
    CHECK(answered > FUZZ_LINES / 2u);
    CHECK(!fake_stream.started);
}

TEST(many_lines_at_once_are_answered_in_order)
{
    static char lines[4096];
    fake_reset();
    for (uint32_t round = 0; round < 2000; ++round) {
        uint32_t length = 0;
        uint32_t expected = 0;
        while (length < 3000) {
            char *line = &lines[length];
            uint32_t bytes = random_line(line);
            if (takes_long(line, bytes)) continue;
            expected += is_command(line, bytes);
            line[bytes++] = '\n';
            length += bytes;
        }
        fake_packet_count = 0;
        CHECK_EQUAL(final_lines(fake_serve_bytes(lines, length)), expected);
    }
}
