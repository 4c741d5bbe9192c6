/** The part of Zephyr's kernel that this port's logic uses. */
#ifndef FAKE_ZEPHYR_KERNEL_H
#define FAKE_ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONFIG_CYCLESCOPE_CONTROL_CHANNEL 1
#define CONFIG_CYCLESCOPE_STREAM_CHANNEL 2

#define ARG_UNUSED(name) (void)(name)

struct k_thread {
    int number;
};

struct k_thread *k_current_get(void);
typedef void (*k_thread_user_cb_t)(const struct k_thread *thread, void *user_data);
void k_thread_foreach(k_thread_user_cb_t user_cb, void *user_data);

#endif
