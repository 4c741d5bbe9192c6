import { distance } from 'fastest-levenshtein';

/** The candidates that a mistyped word most likely meant, best first. */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = word.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, mistakes: countMistakes(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, mistakes }) => mistakes <= allowance(wanted, candidate))
    .sort((a, b) => a.mistakes - b.mistakes || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** A third of the longer word may be wrong, and at least one letter. */
function allowance(word: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
}

/** A part of a name and two letters in the wrong order count as one mistake at most. */
function countMistakes(word: string, candidate: string): number {
  const changes = distance(word, candidate);
  const isPart = word.length > 1 && (candidate.includes(word) || word.includes(candidate));
  const isOne = (isPart && candidate !== '') || (changes === 2 && areSwapped(word, candidate));
  return isOne ? Math.min(1, changes) : changes;
}

/** With two changed places and the same letters, those two have changed places. */
function areSwapped(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}
