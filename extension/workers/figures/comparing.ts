import { setImmediate } from 'node:timers/promises';
import { buildComparison, type ToldGate } from '../../core/comparison/build';
import { comparedSamples, matchedSubjects } from '../../core/comparison/samples';
import type { Steps } from '../../core/measure/compare/compare';
import { evaluateGate, parseGate } from '../../core/measure/compare/gate';
import { publishedColumns } from '../../core/published';
import { paperColumn } from '../../core/report/columns';
import { type Compared, compareReportedSteps } from '../../core/report/compared';
import { packSamples } from '../../core/results/samples';
import { type Served, type Serving, Transferred } from '../../core/rpc/rpc';
import type { RunRecord } from '../../core/runs/record';
import { EngineError } from '../../engine/error';
import { columnsOf, recordOf } from './columns';
import { keepLatest } from './kept';
import type { FiguresCalls, PublishedChoice } from './protocol';

type Comparing = Pick<FiguresCalls, 'compare' | 'comparedSamples' | 'published'>;

// Long enough that resampling is not slowed, short enough that nobody waits for their turn.
const TURN_MS = 40;

/** Puts columns beside each other: kept runs and published figures. */
export function comparingCalls(): Served<Comparing> {
  const read = keepLatest(recordOf);
  return {
    compare: async ({ columns, delta, gate }, serving) => {
      const steps = compareReportedSteps(await columnsOf(columns, read), { delta });
      const compared = await taken(steps, serving);
      return buildComparison(compared, toldGate(compared, gate));
    },
    comparedSamples: async ({ columns, operation, range }) => {
      const found = await columnsOf(columns, read);
      const subjects = matchedSubjects(found.map(({ column }) => column))[operation] ?? [];
      const packed = comparedSamples(subjects).map((each) => {
        if (each === undefined) return null;
        const { unit, mean, samples } = each;
        return { unit, mean, ...packSamples(samples, range) };
      });
      const buffers = packed.flatMap((each) => (each ? [each.quiet, each.ticked] : []));
      return new Transferred(packed, buffers);
    },
    published: async ({ folder }) => {
      const own = folder === undefined ? undefined : await read(folder);
      return publishedChoices(own);
    },
  };
}

/** Takes steps and lets others have their turn, also the message that cancels. */
async function taken<Result>(
  steps: Steps<Result>,
  { signal, tell }: Serving<FiguresCalls['compare']>,
): Promise<Result> {
  let turn = performance.now();
  let step = steps.next();
  while (step.done !== true) {
    if (performance.now() - turn > TURN_MS) {
      tell(step.value);
      await setImmediate();
      if (signal.aborted) throw new EngineError('cancelled', 'The comparison was cancelled.');
      turn = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}

function toldGate({ comparison }: Compared, gate: string | undefined): ToldGate | undefined {
  const parsed = gate === undefined ? undefined : parseGate(gate);
  if (gate === undefined || parsed === undefined || 'problem' in parsed) return undefined;
  return { gate, ...evaluateGate(comparison, parsed.gate) };
}

function publishedChoices(own: RunRecord | undefined): PublishedChoice[] {
  const ofRun = namesOf(own);
  const core = own?.passes[0]?.facts['core'] ?? '';
  const choices = publishedColumns().flatMap((published): PublishedChoice[] => {
    const { column, label } = paperColumn(published);
    if (column.kind !== 'published' || column.operations.length === 0) return [];
    const { address, document, table, system, language } = published;
    const shared = column.operations.filter(({ suite, op }) => ofRun.has(`${suite}/${op}`));
    return [
      {
        ...{ address, document: document.id, title: document.title, table: table.name },
        system: [system?.os ?? label, language].filter(Boolean).join(' · '),
        hardware: [system?.board, system?.core].filter(Boolean).join(' · '),
        operations: column.operations.length,
        shared: new Set(shared.map(({ suite, op }) => `${suite}/${op}`)).size,
      },
    ];
  });
  const isLike = ({ hardware }: PublishedChoice) => Number(core !== '' && hardware.endsWith(core));
  return choices.sort((a, b) => b.shared - a.shared || isLike(b) - isLike(a));
}

function namesOf(record: RunRecord | undefined): ReadonlySet<string> {
  const measured = record?.passes.flatMap(({ operations }) => operations) ?? [];
  const all = [...measured, ...(record?.imported?.operations ?? [])];
  return new Set(all.map(({ suite, op }) => `${suite}/${op}`));
}
