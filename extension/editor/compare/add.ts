import type { CompareMeans } from './means';
import { pickPublished } from './pick-published';
import { pickOthers } from './pick-runs';
import { referenceOf, runsAmong } from './references';

/** Asks for runs that are to stand beside the columns that are there. */
export async function addRuns(means: CompareMeans, columns: readonly string[]): Promise<string[]> {
  const found = await Promise.all(runsAmong(columns).map((run) => means.runs.find(run)));
  const there = found.filter((entry) => entry !== undefined);
  const [first] = there;
  if (first === undefined) return [];
  const others = await pickOthers(means, first, there);
  return others?.map(referenceOf) ?? [];
}

/** Asks for published columns that are to stand beside those that are there. */
export async function addPublished(
  means: CompareMeans,
  columns: readonly string[],
): Promise<readonly string[]> {
  const [first] = runsAmong(columns);
  const entry = first && (await means.runs.find(first));
  return (await pickPublished(means, entry?.folder, columns)) ?? [];
}
