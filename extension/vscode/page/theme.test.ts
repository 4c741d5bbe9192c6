import { expect, it } from 'vitest';
import { kindColour } from './theme';

it('uses the first variable that is set', () => {
  expect(kindColour('interrupt')).toBe('var(--vscode-charts-red)');
  expect(kindColour('idle')).toBe(
    'var(--vscode-disabledForeground, var(--vscode-descriptionForeground))',
  );
  expect(kindColour('recording')).toBeUndefined();
});
