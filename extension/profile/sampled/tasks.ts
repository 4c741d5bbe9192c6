import { sumNumbers } from '../../base';
import type { Share } from '../../measure';
import { addressText, estimateHits, inGroups, type SampledBatch } from './batches';

/** A task of a kernel, with its share of the samples. */
export interface TaskShare extends Share {
  readonly name: string;
  readonly samples: number;
}

/** The names of tasks by the kernel's pointers to them. */
export type TaskNames = ReadonlyMap<number, string>;

/** The name of a task by the kernel's pointer to it. */
export function formatTaskName(task: number, names: TaskNames): string {
  return task === 0 ? '(no task)' : (names.get(task) ?? addressText(task));
}

/** Adds up how long each task ran, the longest first; nothing if that was not sampled. */
export function shareTasks(
  batches: readonly SampledBatch[],
  names: TaskNames = new Map(),
): readonly TaskShare[] | undefined {
  const groups = inGroups(batches).map(({ byTask }) => {
    const counted = Array.from(
      byTask,
      ([task, counts]) => [task, sumNumbers(counts.values())] as const,
    );
    return new Map(counted);
  });
  const tasks = new Set(groups.flatMap((group) => [...group.keys()]));
  if (tasks.size === 0) return undefined;
  const rows = Array.from(tasks, (task): TaskShare => {
    const hits = groups.map((group) => {
      return { hits: group.get(task) ?? 0, samples: sumNumbers(group.values()) };
    });
    return { name: formatTaskName(task, names), ...estimateHits(hits) };
  });
  return rows.sort((a, b) => b.samples - a.samples);
}
