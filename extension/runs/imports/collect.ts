import { PERCENTILES, samplesNeeded, thinText } from '../../measure';
import { figureDoubts } from './doubts';
import type { ImportedOperation, ImportedRun, ImportFormat, Reading } from './imported';
import { namesakeNote, namesakeOf } from './namesakes';

/** An operation found by a format's reader, under that tool's own names. */
export type Found = Omit<ImportedOperation, 'repeat' | 'doubts' | 'notes'> & {
  readonly doubts?: readonly string[];
  readonly notes?: readonly string[];
};

/** Everything found by a format's reader. */
export interface Findings {
  readonly unit: ImportedRun['unit'];
  readonly facts: Readonly<Record<string, string>>;
  readonly found: readonly Found[];
  readonly problems: readonly string[];
}

/** Renames, numbers and checks what was found; a text without operations is no run. */
export function collect(format: ImportFormat, { unit, facts, found, problems }: Findings): Reading {
  if (found.length === 0) {
    return {
      imported: undefined,
      problems: [...problems, `${format.title}: no results were found.`],
    };
  }
  const seen = new Map<string, number>();
  const operations = found.map((each): ImportedOperation => {
    const named = rename(format, each);
    const key = JSON.stringify([named.suite, named.op]);
    const repeat = seen.get(key) ?? 0;
    seen.set(key, repeat + 1);
    const doubts = [...(each.doubts ?? []), ...figureDoubts(each, unit)];
    return { ...named, repeat, doubts: [...new Set(doubts)], notes: notesOf(named) };
  });
  return { imported: { format: format.id, unit, facts: { ...facts }, operations }, problems };
}

function rename(format: ImportFormat, found: Found): Found {
  const namesake = namesakeOf(format, found.originalName);
  if (namesake === undefined) return found;
  const { suite, op } = namesake;
  const notes = [namesakeNote(format, found.originalName, namesake), ...(found.notes ?? [])];
  return { ...found, suite, op, notes };
}

function notesOf({ notes = [], percentiles = {}, samples }: Found): string[] {
  const thin = PERCENTILES.filter(
    (name) => percentiles[name] !== undefined && samplesNeeded(name) > (samples ?? Infinity),
  );
  return [...notes, ...thin.map((name) => thinText(name, samples ?? 0))];
}
