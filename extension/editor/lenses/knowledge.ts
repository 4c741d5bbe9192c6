import { matcher } from '../../engine/run/selection';
import type { FigureRow, Home, RunningRun, Services } from '../services';
import { findReference, referenceRuns } from './reference';
import type { Knowledge, Live } from './subject';

type Needed = Pick<Services, 'images' | 'figures' | 'runs' | 'runner' | 'targets'>;

/** Everything that is known of a home's active target. */
export async function knowledgeOf(services: Needed, home: Home): Promise<Knowledge> {
  const { images, figures, targets, runner } = services;
  const target = targets.active(home);
  const [image, latest] = await Promise.all([
    images.benches(home, target),
    figures.latest(home, target.id),
  ]);
  const rows = latest?.rows ?? [];
  const references = await referencesFor(services, home, rows);
  const running = runner
    .running()
    .filter(({ order }) => order.home.id === home.id && order.target.id === target.id);
  return {
    ...{ home, target: target.id, hasOwnAgent: !images.areBuilt(home, target), image, rows },
    referenceOf: (row) => references.get(row),
    liveOf: (name) => running.map((each) => liveIn(each, name)).find(Boolean),
  };
}

async function referencesFor(
  { runs, figures }: Needed,
  home: Home,
  rows: readonly FigureRow[],
): Promise<ReadonlyMap<FigureRow, NonNullable<ReturnType<typeof findReference>>>> {
  if (rows.length === 0) return new Map();
  const all = await runs.list(home);
  const found = await Promise.all(
    rows.map(async (row) => {
      const candidates = referenceRuns(row.run, all).map(async (run) => ({
        run,
        rows: await figures.of(run),
      }));
      const reference = findReference(row, await Promise.all(candidates));
      return reference ? [[row, reference] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** What a run does about one operation; nothing when it was not asked for it. */
export function liveIn(
  { order: { patterns }, updates, phase }: Pick<RunningRun, 'order' | 'updates' | 'phase'>,
  name: string,
): Live | undefined {
  const update = [...updates.values()].findLast(({ operation }) => operation === name);
  if (update) return update;
  const [suite = '', op = ''] = name.split('/');
  const isMeant = patterns.length === 0 || patterns.some((each) => matcher(each)({ suite, op }));
  if (!isMeant) return undefined;
  const first = [...updates.values()].findLast(({ isEnd }) => !isEnd)?.operation;
  return { first, phase };
}
