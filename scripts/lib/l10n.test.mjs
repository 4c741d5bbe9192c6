import { expect, it } from 'vitest';
import { placeholders, findTexts } from './l10n.mjs';

const texts = (/** @type {string} */ code) =>
  findTexts('a.tsx', code).map(({ text, line }) => `${line}: ${text}`);

it('finds every text that is passed to a translation', () => {
  const code = [
    "vscode.l10n.t('one');",
    'l10n.t(isMany ? many : one);',
    't(`three {0}`, 3);',
    "<p title={t('four')}>{t('fi' + 've')}</p>;",
    "t(variable); other.t('no'); translate('no'); `t('no')`;",
  ].join('\n');
  expect(texts(code)).toEqual(['1: one', '3: three {0}', '4: four', '4: five']);
});

it('lists what a translation must preserve', () => {
  expect(placeholders('{1} of {0} runs, {name}')).toBe('{0} {1} {name}');
});
