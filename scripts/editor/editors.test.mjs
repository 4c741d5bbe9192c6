import { expect, it } from 'vitest';
import { chooseEditor, editorVariable, editors } from './editors.mjs';

it('starts the requested editor, the oldest by default', () => {
  expect(chooseEditor()).toBe(editors.oldest);
  expect(chooseEditor('newest')).toBe(editors.newest);
});

it('rejects an unknown editor', () => {
  expect(() => chooseEditor('toString')).toThrow(
    `${editorVariable}: toString is none of oldest, newest`,
  );
});
