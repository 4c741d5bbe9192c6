import { agentSources, BENCH_FLAGS, type SourceGroup } from './recipe-types';

/** Where the header of our CMSIS-RTOS2 lies, and the folder that its suites name sources from. */
export const CMSIS_FOLDERS = ['target-agent', 'target-agent/ports/cmsis-rtos2'];

/** Our CMSIS-RTOS2 over FreeRTOS, and the benchmarks that call it: suites named `cmsis_*`. */
export const CMSIS: readonly SourceGroup[] = [
  {
    ours: true,
    files: agentSources(
      'ports/cmsis-rtos2',
      'event_flags memory_pool message_queue mutex semaphore thread timer',
    ),
  },
  {
    ours: true,
    files: agentSources(
      'ports/cmsis-rtos2/suites',
      'thread_calls sync interrupt rhealstone rhealstone_memory rhealstone_interrupt queue timer eventgroup',
    ),
    flags: BENCH_FLAGS,
  },
];
