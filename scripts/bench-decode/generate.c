// Writes a recording like those that FreeRTOS makes: a tick interrupt, four tasks with queues
// between them, idle time, API calls, now and then a print, one task list at the start.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;
static uint32_t seed = 1;

static uint32_t below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)seed * limit) >> 32);
}

static void u32(uint32_t value)
{
    for (; value > 127; value >>= 7) putc((int)(value & 127) | 128, out);
    putc((int)value, out);
}

static void string(const char *text)
{
    putc((int)strlen(text), out);
    fputs(text, out);
}

static long events;

static void delta(uint32_t ticks)
{
    u32(ticks);
    events++;
}

static void plain(uint32_t id, uint32_t ticks)
{
    u32(id);
    delta(ticks);
}

static void with(uint32_t id, uint32_t argument, uint32_t ticks)
{
    u32(id);
    u32(argument);
    delta(ticks);
}

// An API call: its arguments come with their length.
static void call(uint32_t id, uint32_t first, uint32_t second, uint32_t ticks)
{
    uint32_t bytes = (first > 127 ? (first > 16383 ? 3 : 2) : 1) + (second > 127 ? 2 : 1);
    u32(id);
    u32(bytes);
    u32(first);
    u32(second);
    delta(ticks);
}

static const uint32_t tasks[4] = {0x1A4, 0x2F0, 0x9C2, 0x1210};

static void begin(void)
{
    for (int n = 0; n < 10; n++) putc(0, out);
    plain(10, 1000);
    u32(24);
    putc(14, out);
    u32(168000000), u32(168000000), u32(0x20000000), u32(2);
    delta(400);
    u32(14);
    string("N=Bench,D=STM32F407,C=Cortex-M4,O=FreeRTOS");
    delta(300);
    for (int n = 0; n < 4; n++) {
        char name[8];
        snprintf(name, sizeof name, "task%d", n);
        u32(9), u32(tasks[n]), u32((uint32_t)n + 1);
        string(name);
        delta(250);
    }
    u32(27), u32(1), u32(0);
    delta(90);
}

// One wake-up: the tick interrupt readies a task, which works on a queue and blocks again.
static void round_of_work(void)
{
    uint32_t task = tasks[below(4)];
    with(2, 15, 9000 + below(120000));
    with(6, task, 180 + below(90));
    plain(18, 60 + below(40));
    with(4, task, 120 + below(60));
    for (uint32_t n = below(4); n > 0; n--) {
        call(below(2) ? 49 : 53, 0x340 + below(8) * 24, below(200), 90 + below(4000));
        if (below(3) == 0) call(28, 53, 1, 70 + below(400));
        if (below(3) == 0) {
            with(2, 54, 200 + below(2000));
            plain(3, 40 + below(300));
        }
    }
    if (below(400) == 0) {
        u32(26), u32(26);
        string("queue holds %d items");
        u32(0), u32(1), u32(below(100)), u32(0), u32(0);
        delta(500);
    }
    call(33, below(100), 0, 80 + below(200));
    u32(7), u32(task), u32(4);
    delta(50 + below(50));
    plain(17, 110 + below(60));
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    out = fopen(argv[1], "wb");
    if (out == NULL) return 1;
    setvbuf(out, NULL, _IOFBF, 1 << 20);
    begin();
    long wanted = atol(argv[2]);
    while (events < wanted) round_of_work();
    printf("%ld\n", events);
    return fclose(out) == 0 ? 0 : 1;
}
