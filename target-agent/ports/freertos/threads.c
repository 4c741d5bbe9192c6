#include "cyclescope_os.h"

cyclescope_os_thread cyclescope_os_helper;

void cyclescope_freertos_thread_main(void *argument)
{
    cyclescope_os_thread *thread = argument;
    thread->entry(thread->argument);
    thread->ended = true;
#if configUSE_TASK_NOTIFICATIONS
    xTaskNotifyGive(thread->joiner);
#endif
    /* The joiner has the higher priority and deletes this thread. */
    for (;;) vTaskDelay(portMAX_DELAY);
}
