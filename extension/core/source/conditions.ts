import type { Token } from './lex';

/** Whether a group of lines is compiled, as far as the text alone tells. */
type Truth = 'yes' | 'no' | 'unknown';

interface Conditional {
  readonly isCompiled: boolean;
  /** Whether an earlier group of the same conditional is surely the one that is compiled. */
  readonly isDecided: boolean;
}

const CONDITIONAL = /^# (if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)(?: (.*))?$/s;

/**
 * The tokens that a compiler may see: those under `#if 0` and its like are left out. Of conditions
 * the undecided ones stay.
 */
export function* compiledTokens(all: Iterable<Token>): Generator<Token> {
  const open: Conditional[] = [];
  let hidden = 0;
  for (const token of all) {
    const [, word, rest = ''] =
      token.kind === 'directive' ? (CONDITIONAL.exec(token.text) ?? []) : [];
    if (word === undefined) {
      if (hidden === 0) yield token;
      continue;
    }
    const before = word.startsWith('if') ? undefined : open.pop();
    if (before && !before.isCompiled) hidden -= 1;
    if (word === 'endif') continue;
    const truth = word === 'else' ? 'yes' : truthOf(word, rest);
    if (truth === 'unknown' && hidden === 0) yield token;
    const after = next(before, truth);
    if (!after.isCompiled) hidden += 1;
    open.push(after);
  }
}

function next(before: Conditional | undefined, truth: Truth): Conditional {
  if (before?.isDecided) return { isCompiled: false, isDecided: true };
  return { isCompiled: truth !== 'no', isDecided: truth === 'yes' };
}

/** Only constants are decided: what is defined elsewhere is not known here. */
function truthOf(word: string, condition: string): Truth {
  if (word !== 'if' && word !== 'elif') return 'unknown';
  if (/^0 & & [^|?]*$/.test(condition)) return 'no';
  const tokens = condition.split(' ').filter((token) => token !== '(' && token !== ')');
  const negations = tokens.slice(0, -1);
  const value = constantValue(tokens.at(-1) ?? '');
  if (value === undefined || !negations.every((token) => token === '!')) return 'unknown';
  return (negations.length % 2 === 0) === value ? 'yes' : 'no';
}

function constantValue(token: string): boolean | undefined {
  if (token === 'false' || token === 'true') return token === 'true';
  if (!/^(0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)[uUlL]*$/.test(token)) return undefined;
  return /[1-9a-fA-F]/.test(token.replace(/^0[xXbB]/, ''));
}
