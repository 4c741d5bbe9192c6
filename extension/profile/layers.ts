import { costNodes, sumInstructions, countProfileSamples } from './figures';
import { KERNEL_FILE, VDSO_FILE } from './image';
import type { Profile, StackNode } from './stacks';

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
 * The layers of Linux. Debian's kernels come without the sources' names. Of sched_cgroup_fork, what it
 * does counts, not what it does that for.
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
  [
    'security checks',
    /^(security_|apparmor_|audit_|cap_|capable|ns_capable|\w*_creds?$|copy_creds)/,
  ],
  ['cgroups and accounting', /cgroup|^css_|^cpuacct|^psi_|acct|account|cputime|memcg|taskstats/],
  [
    'memory',
    /page|slab|kmem|kmalloc|kfree|vmalloc|vmap|vm_area|vma|rmqueue|^pfn_|mmap|_brk|mprotect|^(dup|exit)_mm|tlb|DataAbort|fault/,
  ],
  [
    'scheduler',
    /^(enqueue|dequeue|pick|put_prev|set_next|check_preempt|select_task|yield_task|balance|ttwu|try_to_wake_up|wake_up|update_curr|update_rq|resched|set_load|reweight|do_sched|do_set_cpus)|_(fair|rt|dl|stop)$|_entity$|load_avg/,
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
const isOfFreertos = (name: string, path = '') =>
  FREERTOS_NAME.test(name) && FREERTOS_SOURCE.test(path);

/** Libraries that are linked with their debug information. */
const C_LIBRARY = /[/\\](newlib|picolibc|libgcc)[^/\\]*[/\\]|^\[.*\]$/;

export interface LayerCost {
  readonly layer: Layer;
  /** Instructions of all samples together. */
  readonly self: number;
}

/** True for a profile of a program on Linux that shows what the kernel does. */
export const isOfLinux = ({ code }: Pick<Profile, 'code'>): boolean =>
  code.files.includes(KERNEL_FILE);

/**
 * Divides a profile of a program on Linux or FreeRTOS by layers; empty for any other. All layers
 * together are the raw sample. A function of a kernel whose name fits none, such as `memset` or
 * `vListInsert`, counts to the layer of the one that called it.
 */
export function costLayers(profile: Profile): readonly LayerCost[] {
  const { functions, code } = profile;
  if (
    !isOfLinux(profile) &&
    !functions.some(({ name, file }) => isOfFreertos(name, code.files[file]))
  )
    return [];
  const layers: Layer[] = [];
  const sums = new Map<Layer, number>();
  const costs = costNodes(profile);
  profile.nodes.forEach((node, at) => {
    const layer = findLayer(profile, node, layers[node.parent]);
    layers.push(layer);
    sums.set(layer, (sums.get(layer) ?? 0) + (costs[at]?.self ?? 0));
  });
  return LAYERS.map((layer) => ({ layer, self: sums.get(layer) ?? 0 }));
}

function findLayer(profile: Profile, node: StackNode, caller: Layer | undefined): Layer {
  const { kind, file, name } = profile.functions[node.function] ?? NOBODY;
  if (kind !== 'function') return 'clock and loop';
  const path = profile.code.files[file];
  if (path === VDSO_FILE) return 'vDSO';
  if (path === KERNEL_FILE) return kernelLayer(name, caller);
  if (isOfFreertos(name, path)) return layerNamed(FREERTOS, name, caller);
  // A C library may be linked without debug information.
  return path === undefined || C_LIBRARY.test(path) ? 'C library' : 'program';
}

const NOBODY = { kind: 'function', file: -1, name: '' } as const;

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
