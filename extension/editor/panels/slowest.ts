import type { ResultRow } from '../../core/results/model';
import { failureOf } from '../../core/rpc/rpc';
import { nameAt } from '../../core/sweep/names';
import { shortUnit, type ClockUnit } from '../../core/measure/clock';
import type { ExplainedSample } from '../../core/trace/model';
import type { SlowSample } from '../../views/results/protocol';
import type { RecordingCalls } from '../../workers/recording/protocol';
import type { WorkerHandle } from '../worker';

/** So many are listed. */
const COUNT = 8;

/** What was found about the slowest samples of an operation. */
export interface SlowestFound {
  readonly samples: SlowSample[];
  readonly failure?: string;
}

/** Explains slow samples out of one traced recording, which stays open until `end`. */
export interface SlowestSource {
  readonly of: (row: ResultRow, repeats: number) => Promise<SlowestFound>;
  readonly end: () => void;
}

/** Opens a recording when it is first asked for. */
export function newSlowestSource(
  recording: string,
  maxEvents: number,
  start: () => WorkerHandle<RecordingCalls>,
): SlowestSource {
  let opened: Promise<WorkerHandle<RecordingCalls>> | undefined;

  async function open(): Promise<WorkerHandle<RecordingCalls>> {
    const worker = start();
    try {
      await worker.client.call('open', { source: { path: recording }, maxEvents });
      return worker;
    } catch (error) {
      void worker.end();
      throw error;
    }
  }

  async function ask(operation: string, repeats: number): Promise<SlowSample[]> {
    opened ??= open();
    const { client } = await opened;
    const all = Array.from({ length: repeats }, (_, repeat) =>
      client.call('slowest', { operation, repeat, count: COUNT }),
    );
    return slowestOf((await Promise.all(all)).flat());
  }

  return {
    of: async ({ operation, params }, repeats) => {
      try {
        return { samples: await ask(nameAt(operation, params), repeats) };
      } catch (error) {
        opened = undefined;
        return { samples: [], failure: failureOf(error).message };
      }
    },
    end: () => {
      void opened?.then((worker) => worker.end()).catch(() => undefined);
      opened = undefined;
    },
  };
}

/** The slowest of all repeats, as a view shows them; of those that nothing disturbed, one. */
export function slowestOf(samples: readonly ExplainedSample[]): SlowSample[] {
  const sorted = samples.toSorted((a, b) => b.elapsed - a.elapsed);
  const undisturbed = sorted.filter(isUndisturbed).slice(1);
  return sorted
    .filter((sample) => !undisturbed.includes(sample))
    .slice(0, COUNT)
    .map(({ repeat, index, elapsed, unit, tickInside, sentence, parts, notes }) => ({
      ...{ repeat, index, elapsed, tickInside, sentence },
      unit: unit === 's' || unit === 'ticks' ? unit : shortUnit(unit satisfies ClockUnit),
      parts: parts.map(({ kind, name, amount }) => ({ kind, name, amount })),
      notes: [...notes],
    }));
}

function isUndisturbed({ parts }: ExplainedSample): boolean {
  return parts.every(({ kind }) => kind === 'own');
}
