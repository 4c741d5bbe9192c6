/** Benchmarks whose code no debug information describes: assembly, and code written to RAM. */
#include <cyclescope/bench.h>

#define NOP 0xBF00u
#define RETURN 0x4770u
#define ROUNDS "3"

// clang-format off
__asm(".syntax unified\n"
      ".thumb\n"
      ".global hand_written\n"
      ".type hand_written, %function\n"
      ".thumb_func\n"
      "hand_written:\n"
      "  movs r0, #" ROUNDS "\n"
      "1: subs r0, #1\n"
      "  bne 1b\n"
      "  bx lr\n"
      ".size hand_written, . - hand_written\n");
// clang-format on

void hand_written(void);

CYCLESCOPE_BENCH(assembly, .about = "call a function in assembly") { hand_written(); }

static volatile uint16_t s_code[2] __attribute__((aligned(4)));

static void write_code(uint16_t first)
{
    s_code[0] = first;
    s_code[1] = RETURN;
    __asm volatile("dsb\n isb" : : : "memory");
}

static void execute_code(void)
{
    void (*const code)(void) = (void (*)(void))((uintptr_t)s_code | 1u);
    code();
}

static const char *write_before(cyclescope_run *run)
{
    (void)run;
    write_code(NOP);
    return NULL;
}

CYCLESCOPE_BENCH(in_ram, .about = "call code in RAM", .begin = write_before) { execute_code(); }

CYCLESCOPE_BENCH(self_modifying, .about = "write other code to RAM each time, and call it")
{
    write_code(i % 2 == 0 ? NOP : RETURN);
    execute_code();
}
