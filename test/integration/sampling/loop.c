// A macro here is a whole function.
// clang-format off
/*
 * A loop whose functions take a known share of all instructions: `FIRST` to `FOURTH` are the numbers of turns of each,
 * of two instructions; a call adds two, and the loop itself has six. With `ASLEEP` the core sleeps for good. With `TASKS`
 * the first function is in one task, the others in another one, as a debugger sees FreeRTOS; with `RECORDED` SystemView
 * records that as well.
 */
#define WORD(value) #value
#define TEXT(value) WORD(value)
#define SPIN(name, turns)                                                                                              \
    __attribute__((naked, used)) void name(void)                                                                       \
    {                                                                                                                  \
        __asm volatile("movw r0, #" TEXT(turns) "\n1: subs r0, #1\n bne 1b\n bx lr");                                  \
    }

#ifndef FIRST
#define FIRST 249
#define SECOND 99
#define THIRD 14
#define FOURTH 4
#endif

SPIN(first, FIRST)
SPIN(second, SECOND)
SPIN(third, THIRD)
__attribute__((section(".far"))) SPIN(fourth, FOURTH)

#ifdef TASKS
struct task
{
    char before_name[52];
    char name[16];
};
const struct task busy = {.name = "busy"}, quiet = {.name = "quiet"};
const struct task *pxCurrentTCB;
#endif

__attribute__((naked)) void loop(void)
{
#ifdef ASLEEP
    __asm volatile("cpsid i\n 1: wfi\n b 1b");
#elif defined TASKS
#ifdef RECORDED
#define RUN(task) "ldr r0, =" task "\n bl record_task\n"
    __asm volatile("bl prepare_recorder");
#else
#define RUN(task)
#endif
    __asm volatile("ldr r4, =pxCurrentTCB\n"
                   "1: ldr r5, =busy\n str r5, [r4]\n" RUN("busy") "bl first\n"
                   "ldr r5, =quiet\n str r5, [r4]\n" RUN("quiet") "bl second\n bl third\n ldr r3, =fourth\n blx r3\n b 1b");
#else
    __asm volatile("1: bl first\n bl second\n bl third\n ldr r3, =fourth\n blx r3\n b 1b");
#endif
}

__attribute__((section(".vectors"), used)) const void *const vectors[16] = {(void *)0x20008000, loop, loop, loop};
