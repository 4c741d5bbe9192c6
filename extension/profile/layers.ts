import { costNodes, instructionsOf, samplesOf } from './figures';
import { KERNEL_FILE, VDSO_FILE } from './image';
import type { Profile, StackNode } from './stacks';

/** The layers of a program on Linux, from the program down to the processor. */
export const LAYERS = [
  'program',
  'C library',
  'vDSO',
  'system call entry',
  'threads',
  'scheduler',
  'switch',
  'memory',
  'cgroups and accounting',
  'random numbers',
  'signals',
  'futexes',
  'security checks',
  'interrupts and time',
  'rest of the kernel',
  'clock and loop',
] as const;
export type Layer = (typeof LAYERS)[number];

/**
 * The layers of the kernel by the names of its functions, the first that fits. Debian's kernels come
 * without the sources' names. Of sched_cgroup_fork, what it does counts, not what it does that for.
 */
const KERNEL: readonly (readonly [Layer, RegExp])[] = [
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

export interface LayerCost {
  readonly layer: Layer;
  /** Instructions of all samples together. */
  readonly self: number;
}

/**
 * Divides a profile of a program on Linux by layers; empty for any other. All layers together are the
 * raw sample. A function of the kernel whose name fits none, such as `memset`, counts to the layer of
 * the one that called it.
 */
export function costLayers(profile: Profile): readonly LayerCost[] {
  const kernel = profile.code.files.indexOf(KERNEL_FILE);
  const vdso = profile.code.files.indexOf(VDSO_FILE);
  if (kernel < 0) return [];
  const layers: Layer[] = [];
  const sums = new Map<Layer, number>();
  const costs = costNodes(profile);
  profile.nodes.forEach((node, at) => {
    const layer = layerOf(profile, node, { kernel, vdso }, layers[node.parent]);
    layers.push(layer);
    sums.set(layer, (sums.get(layer) ?? 0) + (costs[at]?.self ?? 0));
  });
  return LAYERS.map((layer) => ({ layer, self: sums.get(layer) ?? 0 }));
}

function layerOf(
  { functions }: Profile,
  node: StackNode,
  files: { readonly kernel: number; readonly vdso: number },
  caller: Layer | undefined,
): Layer {
  const { kind, file, name } = functions[node.function] ?? { kind: 'function', file: -1, name: '' };
  if (kind !== 'function') return 'clock and loop';
  if (file === files.vdso) return 'vDSO';
  // The C library is linked without debug information.
  if (file !== files.kernel) return file < 0 ? 'C library' : 'program';
  const own = KERNEL.find(([, names]) => names.test(name));
  if (own !== undefined) return own[0];
  const isWithin = KERNEL.some(([layer]) => layer === caller) && caller !== 'system call entry';
  return isWithin && caller !== undefined ? caller : 'rest of the kernel';
}

/** The shares of the layers; nothing for a profile without them. */
export function layersText(profile: Profile): string[] {
  const [all, samples] = [instructionsOf(profile), Math.max(1, samplesOf(profile))];
  const rows = costLayers(profile).filter(({ self }) => self > 0);
  if (rows.length === 0) return [];
  const figures = rows.map(({ layer, self }) => {
    const share = `${((100 * self) / all).toFixed(1)} %`;
    return `${(self / samples).toFixed(1).padStart(10)}${share.padStart(10)}  ${layer}`;
  });
  return ['', `${'self'.padStart(10)}${'share'.padStart(10)}  layer`, ...figures];
}
