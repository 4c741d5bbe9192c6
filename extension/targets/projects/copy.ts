import type { SetupGap } from '../swd/setup';
import { COPY, digestOf, readSums, SUMS, type SdkFiles } from './sdk';
import type { ProjectState } from './state';

/** What of a copy is to be written and what stays. */
export interface Copy {
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly remarks: readonly string[];
}

/** A file of the user's where one of the copy would go. */
export function takenPlace({ files, others }: ProjectState, sdk: SdkFiles): SetupGap | undefined {
  const sums = readSums(files.get(`${COPY}/${SUMS}`) ?? '');
  const taken = [...sdk.files].find(([place, text]) => {
    const whole = `${COPY}/${place}`;
    const before = files.get(whole);
    const isForeign =
      before !== undefined && !sums.has(place) && digestOf(before) !== digestOf(text);
    return isForeign || others.includes(whole);
  });
  return (
    taken && {
      what: `${COPY}/${taken[0]} is there already, and not from Cyclescope`,
      remedy: `Move it elsewhere: the folder ${COPY} holds the agent’s sources.`,
    }
  );
}

/** What makes the copy that of this SDK; `sums` is the list that goes with it. */
export function copyChange({ files }: ProjectState, sdk: SdkFiles, sums: string): Copy {
  const old = readSums(files.get(`${COPY}/${SUMS}`) ?? '');
  const places = new Map<string, string | undefined>();
  const kept: string[] = [];
  for (const [place, text] of sdk.files) {
    const before = files.get(`${COPY}/${place}`);
    if (before !== undefined && digestOf(before) === digestOf(text)) continue;
    if (before === undefined || old.get(place) === digestOf(before)) {
      places.set(`${COPY}/${place}`, text);
    } else kept.push(place);
  }
  for (const [place, digest] of old) {
    const before = files.get(`${COPY}/${place}`);
    if (place.startsWith('..') || sdk.files.has(place) || before === undefined) continue;
    if (digestOf(before) === digest) places.set(`${COPY}/${place}`, undefined);
    else kept.push(place);
  }
  const before = files.get(`${COPY}/${SUMS}`);
  if (before === undefined || digestOf(before) !== digestOf(sums)) {
    places.set(`${COPY}/${SUMS}`, sums);
  }
  return {
    files: places,
    remarks: kept.map((place) => `${COPY}/${place} was changed here, and stays as it is.`),
  };
}
