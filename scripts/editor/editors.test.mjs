import { expect, it } from 'vitest';
import { chosenEditor, editorVariable, editors } from './editors.mjs';

it('starts the requested editor, the oldest by default', () => {
  expect(chosenEditor()).toBe(editors.oldest);
  expect(chosenEditor('newest')).toBe(editors.newest);
});

it('rejects an unknown editor', () => {
  expect(() => chosenEditor('toString')).toThrow(
    `${editorVariable}: toString is none of oldest, newest`,
  );
});
