import { formatNumber } from '../report/numbers';
import type { Part } from './model';

/** The order in which parts are told. */
const ORDER: readonly Part['kind'][] = [
  ...(['own', 'interrupt', 'timer', 'task', 'scheduler', 'idle', 'recording', 'unknown'] as const),
];

/** A name in a sentence may not be longer. */
const LONGEST = 40;

/** For sorting parts as they are told: by kind, the larger first. */
export function inOrder(a: Part, b: Part): number {
  return ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.amount - a.amount;
}

/** A name on one line, cut where it is long; it may hold anything. */
function shortName(name: string): string {
  const characters = [...name.slice(0, 4 * LONGEST).replace(/\p{C}+/gu, ' ')];
  return characters.length > LONGEST
    ? `${characters.slice(0, LONGEST - 1).join('')}…`
    : characters.join('');
}

/** What a part is called. */
export function partName({ kind, name }: Part): string {
  switch (kind) {
    case 'interrupt':
      return shortName(name);
    case 'timer':
      return `timer ${shortName(name)}`;
    case 'task':
      return `task "${shortName(name)}"`;
    case 'unknown':
      return 'not known';
    case 'own':
    case 'scheduler':
    case 'idle':
    case 'recording':
      return kind;
  }
}

/** `1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording`. */
export function sentenceOf(elapsed: number, parts: readonly Part[]): string {
  const texts = parts.map((part) => `${formatNumber(part.amount)} ${partName(part)}`);
  return `${formatNumber(elapsed)} = ${texts.join(' + ') || '0'}`;
}
