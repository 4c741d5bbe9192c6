/** As much of Zephyr's kernel as this port's logic asks for. */
#ifndef FAKE_ZEPHYR_KERNEL_H
#define FAKE_ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONFIG_CYCLESCOPE_THREADS 4
#define CONFIG_CYCLESCOPE_BLOCKS 16
#define CONFIG_CYCLESCOPE_PRIORITY 1
#define CONFIG_CYCLESCOPE_THREAD_STACK_SIZE 64
#define CONFIG_CYCLESCOPE_CONTROL_CHANNEL 1
#define CONFIG_CYCLESCOPE_STREAM_CHANNEL 2
#define CONFIG_SYS_CLOCK_TICKS_PER_SEC 100

#define ARG_UNUSED(name) (void)(name)
#define K_NO_WAIT 0
#define K_FOREVER (-1)
#define K_KERNEL_STACK_MEMBER(name, size) char name[size]

struct k_thread {
    int number;
};
struct k_mutex {
    struct k_thread *owner;
};

struct k_thread *k_current_get(void);
uint32_t sys_clock_tick_get_32(void);
void k_yield(void);
void *k_malloc(size_t bytes);
void k_free(void *block);
int k_mutex_init(struct k_mutex *mutex);
int k_mutex_lock(struct k_mutex *mutex, int timeout);
int k_mutex_unlock(struct k_mutex *mutex);
struct k_thread *k_thread_create(struct k_thread *thread, char *stack, size_t bytes,
                                 void (*entry)(void *, void *, void *), void *a, void *b, void *c,
                                 int priority, uint32_t options, int delay);
int k_thread_join(struct k_thread *thread, int timeout);
void k_thread_abort(struct k_thread *thread);

#endif
