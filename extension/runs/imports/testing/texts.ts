/** Short outputs in the form of each tool, with invented figures. */
export const TEXTS = {
  'latency-measure': `*** Booting Zephyr OS build v3.7.1 ***
START - Time Measurement
Timing results: Clock frequency: 25 MHz
thread.yield.preemptive.ctx.k_to_k       - Context switch via k_yield                         :     175 cycles ,     7000 ns :
isr.resume.different.thread.kernel       - Return from ISR to another thread                  : 4261598 cycles , 170463920 ns :
semaphore.give.immediate.kernel          - Give a semaphore (no waiters)                      :      50 cycles ,     2000 ns :
mutex.lock.immediate.recursive.kernel    - Lock a mutex                                       :      75 cycles ,     3000 ns : Error: Tick Occurred
heap.malloc.immediate                    - Average time for heap malloc                       :          FAILED ,          FAILED : no memory
===================================================================
PROJECT EXECUTION SUCCESSFUL
`,
  'sys-kernel': `MODULE: kernel API test
KERNEL VERSION: 0x3070100

Each test below is repeated 5000 times;
average time for one iteration is displayed.

TEST CASE: Semaphore #1
TEST COVERAGE:
\tk_sem_init
\tk_sem_take(K_FOREVER)
Starting test. Please wait...
TEST RESULT: SUCCESSFUL
DETAILS: Average time for 1 iteration: 54772 nSec
END TEST CASE

TEST CASE: LIFO #1
TEST RESULT: FAILED
DETAILS: timer tick happened. Results are inaccurate
END TEST CASE

PROJECT EXECUTION PARTIAL
`,
  twister: JSON.stringify({
    environment: {
      os: 'posix',
      zephyr_version: 'v3.7.1',
      toolchain: 'gnuarmemb',
      options: { device_testing: true },
    },
    testsuites: [
      { name: 'sample.hello', platform: 'mps2/an385', status: 'passed' },
      {
        name: 'benchmark.kernel.latency',
        platform: 'mps2/an385',
        status: 'passed',
        recording: [
          {
            metric: 'thread.yield.preemptive.ctx.k_to_k',
            description: 'Context switch via k_yield',
            cycles: '175',
            nanoseconds: '7000',
          },
          {
            metric: 'isr.resume.different.thread.kernel',
            description: 'Return from ISR to another thread',
            cycles: '4261598',
            nanoseconds: '170463920',
          },
        ],
      },
    ],
  }),
  'thread-metric': `*** Booting Zephyr OS build v4.1.0 ***
**** Thread-Metric Preemptive Scheduling Test **** Relative Time: 30
Time Period Total:  3000000

**** Thread-Metric Preemptive Scheduling Test **** Relative Time: 60
Time Period Total:  6000000

`,
  sched: `*** Booting Zephyr OS build v3.7.1 ***
Running 0x20000258
unpend  400 ready  500 switch  900 pend  950 tot 2750 (avg    0)
unpend  280 ready  370 switch  610 pend  710 tot 1970 (avg 1970)
unpend  285 ready  378 switch  619 pend  714 tot 1996 (avg 1983)
fin
`,
  'ztest-csv': `S,lists,append,1000,55000.000,55.000,2.500,0.079,52.000,17,90.000,400
C,lists,append,10,310.250
P,lists,append,500,52.000,54.000,58.000,70.000,88.000,90.000,90.000
M, interrupt, entry, 200, 8000.000, 40.000, 0.000, 0.000, 40.000, 1, 40.000, 1
T,lists,walk,2000,90000,80000,1250000.000,40.000
T,lists,sort\tINCONCLUSIVE
`,
  'rtos-benchmark': [
    '\n\r *** Starting! ***\n\n\r** Thread stats [avg, min, max] in nanoseconds **\n\r',
    ' Spawn (no context switch)               :   4100,   4000,   9000\n\r',
    ' Start  (no context switch)              :    n/a,    n/a,    n/a\n\r',
    '** Mutex Stats [avg, min, max] in nanoseconds **\n\r',
    ' Lock (no owner)                         :    310,    300,    700\n\r',
    '\n\r *** Done! ***\n\r',
  ].join(''),
  cyclictest: `# /dev/cpu_dma_latency set to 0us
{
  "file_version": 1,
  "cmdline:": "cyclictest -q -l 10 -h 100 --json=/dev/stdout",
  "rt_test_version:": "2.40",
  "start_time": "Fri, 20 Nov 2026 22:00:00 +0000",
  "return_code": 0,
  "sysinfo": { "sysname": "Linux", "release": "6.1.0", "machine": "armv7l", "realtime": 1 },
  "num_threads": 2,
  "resolution_in_ns": 0,
  "thread": {
    "0": { "histogram": { "60": 3, "65": 6, "90": 1 }, "cycles": 10, "min": 60, "max": 90, "avg": 66.00, "cpu": 0 },
    "1": { "histogram": { "70": 9 }, "cycles": 10, "min": 70, "max": 2075, "avg": 270.50, "cpu": 1 }
  }
}
`,
  overtos: `=== Benchmark: sync ===
###BENCH_JSON_BEGIN
{"rtos":"zephyr","binding":"zig","suite":"sync","cases":[{"name":"mutex_lock_unlock","type":"latency","min_ns":400,"max_ns":900,"avg_ns":450,"count":1000,"ops_per_sec":2222222,"p50_ns":440,"p95_ns":500,"p99_ns":800,"trimmed_mean_ns":445,"stddev_ns_q1000":12500},{"name":"sem_cost","type":"memory","heap_delta":48}]}
###BENCH_JSON_END
`,
} as const;
