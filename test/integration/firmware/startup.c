#include <stdint.h>

extern uint32_t stack_top, data_start, data_end, data_load, bss_start, bss_end, rtt_start, rtt_end;
void reset_handler(void);
int main(void);

static void hang(void)
{
    for (;;) {
    }
}

static void tick(void) {}

static void clear(volatile uint32_t *from, const volatile uint32_t *to)
{
    while (from < to) *from++ = 0;
}

void reset_handler(void)
{
    const uint32_t *source = &data_load;
    for (uint32_t *target = &data_start; target < &data_end;) *target++ = *source++;
    clear(&bss_start, &bss_end);
    clear(&rtt_start, &rtt_end);
    main();
    hang();
}

__attribute__((section(".vectors"), used)) const void *const vectors[16] = {
    &stack_top, reset_handler, hang, hang, [15] = tick,
};
