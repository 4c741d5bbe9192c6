import { quoteForShell } from '../base';
import { DELTA, type Gate, MOST_REPEATS, offerTurns, repeatsText } from '../compare';
import type { Compared } from './compared';

/** The comparison in turns that would decide what two runs leave undecided, or find the changes that remain. */
export interface ShownTurns {
  /** Why it takes turns, and how many. */
  readonly sentence: string;
  readonly command: string;
  readonly target: string;
  /** As patterns. */
  readonly benches: readonly string[];
  /** The most repeats, if more are needed than the default allows. */
  readonly most?: number;
}

const APART =
  'Runs that do not take turns also differ by what changed on the machine between them.';

/** More of them would hide the rest of the command. */
const MOST_BENCHES = 4;

/** Offers turns, at the limit of the gate if there is one; `text` is the gate as written. */
export function suggestTurns(
  { columns, comparison }: Pick<Compared, 'columns' | 'comparison'>,
  gate?: Gate,
  text?: string,
): ShownTurns | undefined {
  const offer = offerTurns(
    columns.map(({ column }) => column),
    comparison,
    gate,
  );
  if (offer === undefined) return undefined;
  const { target, benches, repeats, looks } = offer;
  const needed = Math.max(...repeats.map((each) => each ?? 0));
  const most = needed > MOST_REPEATS ? needed : undefined;
  const options = [
    ['target', target],
    ...(benches.length > MOST_BENCHES ? [] : benches.map((name) => ['bench', name])),
    ...deltaOption(comparison),
    ...(text === undefined ? [] : [['fail-on', text]]),
    ...(most === undefined ? [] : [['most', String(most)]]),
  ].map(([name = '', value = '']) => `--${name} ${quoteForShell(value)}`);
  return {
    sentence: `${APART} ${
      repeats.length === 0
        ? 'That may be all that was found; in turns, both sides meet the same load.'
        : `In turns, ${repeatsText(repeats)}; to look up to ${looks} times takes more of them than to look once.`
    }`,
    command: ['cyclescope compare --interleave A.elf B.elf', ...options].join(' '),
    target,
    benches,
    ...(most !== undefined && { most }),
  };
}

/** The smallest change that matters, unless it is the default one. */
function deltaOption({ operations }: Compared['comparison']): string[][] {
  const [delta] = operations.flatMap(({ outcomes: [outcome] }) => {
    return outcome?.kind === 'judged' ? (outcome.figures?.delta ?? []) : [];
  });
  if (delta === undefined || delta === DELTA.sampled) return [];
  return [['delta', `${Number((delta * 100).toPrecision(12))}%`]];
}
