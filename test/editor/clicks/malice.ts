import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import type { Session } from './session';

export const HTML = '<img src=x onerror="document.title=1">';
export const LINK = '[click](command:workbench.action.openSettings)';
const NASTY = `${HTML}\u001b[31m\u202egnp.exe ${LINK} \`x\` $(zap)`;
const LONG = `${NASTY}${'x'.repeat(65_536)}`;

interface Run {
  target: { title: string };
  notes: readonly string[];
  passes: {
    facts: Record<string, string>;
    operations: { suite: string; op: string; at: string }[];
  }[];
}

/** Every name in a folder's runs is somebody's malice. */
export function withMalice(parent: string): string {
  const folder = withRuns(parent);
  const runs = join(folder, '.cyclescope', 'runs');
  const names: Record<string, string> = {};
  for (const id of readdirSync(runs)) {
    const file = join(runs, id, 'run.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
    run.target.title = NASTY;
    run.notes = [LONG];
    for (const { facts, operations } of run.passes) {
      facts[NASTY] = LONG;
      for (const operation of operations) operation.at = `${LINK}/x.c:1`;
      Object.assign(operations[0] ?? {}, { suite: NASTY, op: LONG });
    }
    writeFileSync(file, JSON.stringify(run));
    names[id] = NASTY;
  }
  writeFileSync(join(folder, '.cyclescope', 'names.json'), JSON.stringify(names));
  writeFileSync(join(folder, `${LINK}.txt`), 'of no known format\n');
  return folder;
}

/** Returns the changes that a name made to the workbench or the view in front. */
export async function findInjections({ page, view }: Session): Promise<readonly string[]> {
  const of = (from: typeof page | typeof view) =>
    from
      .locator('img[src="x"], [onerror], a[href^="command:workbench.action.openSettings"]')
      .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  return [...(await of(page)), ...(await of(view))];
}
