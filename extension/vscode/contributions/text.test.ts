import { expect, it } from 'vitest';
import { collectTexts, text, withKeys } from './text';

const declared = {
  title: text('view.a', 'A view'),
  order: 1,
  default: null,
  off: undefined,
  items: [{ label: text('view.b', 'Another') }, 'plain'],
};

it('writes a declaration with the keys of its texts', () => {
  expect(withKeys(declared)).toEqual({
    title: '%view.a%',
    order: 1,
    default: null,
    items: [{ label: '%view.b%' }, 'plain'],
  });
  expect(withKeys(declared)).not.toHaveProperty('off');
});

it('finds the texts of a declaration', () => {
  expect(collectTexts(declared)).toEqual({ 'view.a': 'A view', 'view.b': 'Another' });
});
