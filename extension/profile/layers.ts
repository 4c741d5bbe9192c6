import { addCount } from '../base';
import { costNodes, sumInstructions, countProfileSamples } from './figures';
import { KERNEL_FILE, VDSO_FILE } from './image';
import type { NamedFunction, Profile } from './stacks';

/** The layers of a program and its system, from the program down to the processor. */
export const LAYERS = [
  'program',
  'C library',
  'vDSO',
  'system call entry',
  'threads',
  'queues and locks',
  'scheduler',
  'switch',
  'memory',
  'cgroups and accounting',
  'random numbers',
  'signals',
  'futexes',
  'critical sections',
  'security checks',
  'interrupts and time',
  'rest of the kernel',
  'clock and loop',
] as const;
export type Layer = (typeof LAYERS)[number];

/** Layers by the names of functions, the first that fits. */
type Naming = readonly (readonly [Layer, RegExp])[];

/**
 * The layers of Linux. Debian's kernels come without the sources' names. A function such as sched_cgroup_fork
 * belongs to the layer of its own work, not to that of its caller.
 */
const LINUX: Naming = [
  // For 64-bit processors, whose kernels enter and leave system calls in common code.
  [
    'system call entry',
    /^(entry_SYSCALL|do_syscall_64|x64_sys_call|syscall_(enter|exit|return)|exit_to_user_mode|el0t?_|invoke_syscall)/,
  ],
  ['switch', /^(__switch_to|finish_task_switch|switch_mm|check_and_switch_context)/],
  ['random numbers', /random|blake2s|chacha|crng|entropy/],
  ['scheduler', /^_*sched(_|ule|$)/],
  ['security checks', /^(security_|apparmor_|audit_|cap_|(ns_)?capable|\w*_creds?$|copy_creds)/],
  ['cgroups and accounting', /cgroup|^css_|^psi_|acct|account|cputime|memcg|taskstats/],
  [
    'memory',
    /page|slab|kmem|kmalloc|kfree|vm_area|vma|rmqueue|^pfn_|mmap|_brk|mprotect|^(dup|exit)_mm|tlb|DataAbort|fault/,
  ],
  [
    'scheduler',
    /^(enqueue|dequeue|pick|put_prev|set_next|check_preempt|select_task|yield_task|balance|ttwu|try_to_wake_up|wake_up|update_(curr|rq)|resched|set_load|reweight|do_sched|do_set_cpus)|_(fair|rt|dl|stop)$|_entity$|load_avg/,
  ],
  ['futexes', /futex/],
  ['signals', /^(sys_\w*)?sig|signal|blocked$/],
  [
    'threads',
    /clone|fork|^copy_(process|thread|files|fs|io|namespaces)|dup_task|pid|exit|release_task|task_struct/,
  ],
  [
    'interrupts and time',
    /irq|^(hrtimer|tick_|run_timer|ktime_|timekeeping|posix_get|imx|gic_|gpc)|clocksource/,
  ],
  [
    'system call entry',
    /^(vector|_*ret_|local_restart|no_work_pending|slow_work|do_work_pending|_*sys_|_*rseq|__get_user|__put_user)/,
  ],
];

/** The layers of FreeRTOS. */
const FREERTOS: Naming = [
  ['switch', /PendSV|SVC/],
  ['critical sections', /Critical|BASEPRI|InterruptMask/],
  ['memory', /Malloc|Calloc|Free$|Heap|FreeList/],
  [
    'threads',
    /TaskCreate|TaskDelete|CreateTask|StaticTask|InitialiseNewTask|DeleteTCB|InitialiseStack|WaitingTerm/,
  ],
  ['interrupts and time', /SysTick|IncrementTick|Timer/],
  ['scheduler', /Task|ReadyList|DelayedList/],
  ['queues and locks', /Queue|Semaphore|EventGroup|Buffer/],
];
/** Its functions have a prefix for what they return, and its sources a folder of its name. */
const FREERTOS_NAME = /^((x|v|e|u[xlc]|p[vxc]|prv)[A-Z]|PendSV|SVC|SysTick)/;
const FREERTOS_SOURCE =
  /freertos.*[/\\](tasks?|queue|semphr|list|timers|event_groups|stream_buffer|port(macro|able)?|heap_\d)\.[ch]$/i;

/**
 * The layers of Zephyr, by the path within its tree and the name. The wrapper of a call has a file apart,
 * and so the layer of what it calls by its name. POSIX is a library, as it is on Linux.
 */
const ZEPHYR: Naming = [
  ['C library', /^lib\/(libc|posix)|zephyr\/posix/],
  ['system call entry', /userspace|syscall[._]|_mrsh|_vrfy/],
  ['switch', /^arch.*(swap|switch)|kswap/],
  ['critical sections', /spinlock|irq_(un)?lock/],
  [
    'queues and locks',
    /(\/|k_)(sem|mutex|msg_?q|queue|stack|pipe|mailbox|condvar|event|poll|work)/,
  ],
  ['memory', /heap|\/mem|malloc/],
  ['threads', /\/thread(?!.*in_isr)|thread_(create|abort|join)/],
  ['scheduler', /sched|slic|yield|sleep|wake|k_thread|current/],
  ['interrupts and time', /time|isr_|irq|exc_exit|busy/],
];
/** The folder with Zephyr, whatever its name, by headers that every program includes. */
const ZEPHYR_ROOT = /^(.*)include\/zephyr\/(arch|kernel|spinlock|sys)/;
/** Where a build folder has the wrappers of Zephyr's calls. */
const GENERATED = /.*\/zephyr\/include\/generated\//;
const ZEPHYR_SOURCE = /^(arch|drivers|include|kernel|lib|soc|subsys)\//;

/** Libraries that are linked with their debug information. */
const C_LIBRARY = /[/\\](newlib|picolibc|libgcc)[^/\\]*[/\\]|^\[.*\]$/;
/** Single instructions, such as those that mask interrupts, as inlined functions. */
const CMSIS = /[/\\]cmsis_\w+\.h$/;

export interface LayerCost {
  readonly layer: Layer;
  /** Instructions of all samples together. */
  readonly self: number;
}

/** For a function of a kernel, the table of that kernel and what the function's layer follows from. */
type FindNaming = (
  own: Pick<NamedFunction, 'name' | 'file'>,
) => readonly [Naming, string] | undefined;

function newNamingFinder(files: readonly string[]): FindNaming {
  const [zephyr] = files.flatMap((file) => ZEPHYR_ROOT.exec(file)?.[1] ?? []);
  return ({ name, file }) => {
    const path = files[file] ?? '';
    if (path === KERNEL_FILE) return [LINUX, name];
    if (FREERTOS_NAME.test(name) && FREERTOS_SOURCE.test(path)) return [FREERTOS, name];
    if (zephyr === undefined) return undefined;
    const own = path.replace(GENERATED, 'include/').replace(zephyr, '');
    return ZEPHYR_SOURCE.test(own) ? [ZEPHYR, `${own} ${name}`] : undefined;
  };
}

/** The system by the first function of a kernel; all operations of a run share their code. */
function findSystem(
  { code }: Profile,
  findNaming = newNamingFinder(code.files),
): Naming | undefined {
  for (const own of code.functions) {
    const found = findNaming(own);
    if (found) return found[0];
  }
  return undefined;
}

/** Checks whether the difference of two profiles is one of systems: they have other ones, or Linux. */
export function areLayersCompared(before: Profile, after: Profile): boolean {
  const [old, young] = [findSystem(before), findSystem(after)];
  return old === LINUX || old !== young;
}

/**
 * Divides a profile of a program on Linux, FreeRTOS or Zephyr by layers; empty for any other. All layers
 * together are the raw sample. A function of a kernel whose name fits none, such as `memset` or
 * `vListInsert`, counts to the layer of the one that called it.
 */
export function costLayers(profile: Profile): readonly LayerCost[] {
  const { functions, code } = profile;
  const findNaming = newNamingFinder(code.files);
  if (findSystem(profile, findNaming) === undefined) return [];
  const namings = functions.map(findNaming);
  const layers: Layer[] = [];
  const sums = new Map<Layer, number>();
  const costs = costNodes(profile);
  profile.nodes.forEach(({ function: own, parent }, at) => {
    const { kind, file = -1 } = functions[own] ?? {};
    const layer =
      kind === 'function'
        ? findLayer(code.files[file], namings[own], layers[parent])
        : 'clock and loop';
    layers.push(layer);
    addCount(sums, layer, costs[at]?.self);
  });
  return LAYERS.map((layer) => ({ layer, self: sums.get(layer) ?? 0 }));
}

function findLayer(
  path: string | undefined,
  naming: readonly [Naming, string] | undefined,
  caller: Layer | undefined,
): Layer {
  if (naming !== undefined) return layerNamed(...naming, caller);
  if (path === VDSO_FILE) return 'vDSO';
  // A C library may be linked without debug information.
  if (path === undefined || C_LIBRARY.test(path)) return 'C library';
  return CMSIS.test(path) ? (caller ?? 'program') : 'program';
}

/** The layer of a function that the kernel of Linux executes for a caller in another layer or its own. */
export const kernelLayer = (name: string, caller: Layer | undefined): Layer =>
  layerNamed(LINUX, name, caller);

function layerNamed(naming: Naming, name: string, caller: Layer | undefined): Layer {
  const own = naming.find(([, names]) => names.test(name));
  if (own !== undefined) return own[0];
  const isWithin = naming.some(([layer]) => layer === caller) && caller !== 'system call entry';
  return isWithin && caller !== undefined ? caller : 'rest of the kernel';
}

/** The shares of the layers; nothing for a profile without them. */
export function layersText(profile: Profile): string[] {
  const [all, samples] = [sumInstructions(profile), Math.max(1, countProfileSamples(profile))];
  // A sample has a share alone.
  const each = (text: string) => (profile.sampled ? '' : text.padStart(10));
  const least = profile.sampled ? all / 2000 : samples / 20;
  const rows = costLayers(profile).filter(({ self }) => self >= least);
  if (rows.length === 0) return [];
  const figures = rows.map(({ layer, self }) => {
    const share = `${((100 * self) / all).toFixed(1)} %`;
    return `${each((self / samples).toFixed(1))}${share.padStart(10)}  ${layer}`;
  });
  return ['', `${each('self')}${'share'.padStart(10)}  layer`, ...figures];
}
