import { expect, it } from 'vitest';
import { chosenEditor, editorVariable, editors } from './editors.mjs';

it('starts the editor that is named, and the oldest when none is', () => {
  expect(chosenEditor()).toBe(editors.oldest);
  expect(chosenEditor('newest')).toBe(editors.newest);
});

it('refuses an editor that there is not', () => {
  expect(() => chosenEditor('toString')).toThrow(
    `${editorVariable}: toString is none of oldest, newest`,
  );
});
