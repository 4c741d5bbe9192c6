/** CMSIS-RTOS2 has no condition variables. */
#ifndef CYCLESCOPE_CMSIS_CONDVAR_H
#define CYCLESCOPE_CMSIS_CONDVAR_H

#undef CYCLESCOPE_CONDVAR_REFUSED
#define CYCLESCOPE_CONDVAR_REFUSED "CMSIS-RTOS2 has no condition variables"

CYCLESCOPE_INLINE bool cyclescope_cmsis_condvar_wait(cyclescope_os_condvar *condvar,
                                                     cyclescope_os_mutex *mutex)
{
    (void)condvar;
    (void)mutex;
    return false;
}

#define cyclescope_os_condvar_wait cyclescope_cmsis_condvar_wait

#endif
