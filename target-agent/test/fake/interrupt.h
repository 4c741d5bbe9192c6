#ifndef CYCLESCOPE_FAKE_INTERRUPT_H
#define CYCLESCOPE_FAKE_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

#include "sync.h"

#define CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL 0u
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL 1u

const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority);
const char *cyclescope_os_interrupt_give_back(void);
uint32_t cyclescope_os_interrupt_request(void);
void cyclescope_os_interrupt_enter(void);
void cyclescope_os_interrupt_leave(bool higher);

void cyclescope_os_thread_suspend(void);
bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread);
bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem);

#endif
