import { expect, test } from 'vitest';
import { iniValue } from './values';

test.each([
  ['[build]\nboard = frdm_k64f\n', 'frdm_k64f'],
  ['[manifest]\nboard = no\n\n  [build]\r\n; board = no\r\n board:mps2/an385 \r\n', 'mps2/an385'],
  ['[build]\npristine = auto\n[other]\nboard = no\n', undefined],
  ['[build]\nboards = no\n#board = no\nboard =\n', undefined],
  ['board = no\n', undefined],
])('reads the board that %j sets', (text, board) => {
  expect(iniValue(text, 'build', 'board')).toBe(board);
});
