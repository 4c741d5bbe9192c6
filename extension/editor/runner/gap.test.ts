import { expect, it } from 'vitest';
import { gapOf, INCOMPLETE_BOARD } from './gap';

it('the first gap of a board is why it cannot be measured on', () => {
  const rest = { id: 'launch:a', title: 'a', source: 'launch.json', namesPrograms: false };
  const gaps = [
    { what: '${input:x} asks a question each time', remedy: 'Write the answer there.' },
    { what: 'no device', remedy: 'Name it.' },
  ];
  expect(gapOf({ id: 'launch:a', board: { ...rest, gaps } })).toEqual({
    code: INCOMPLETE_BOARD,
    message: 'launch:a cannot be used: ${input:x} asks a question each time',
    hint: 'Write the answer there.',
  });
  expect(gapOf({ id: 'launch:a', board: { ...rest, gaps: [] } })).toBeUndefined();
  expect(gapOf({ id: 'local-linux' })).toBeUndefined();
});
