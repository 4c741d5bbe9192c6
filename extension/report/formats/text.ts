import { comparisonText } from '../compare-text';
import type { ComparisonFormat } from './format';

export const plainText: ComparisonFormat = {
  id: 'text',
  title: 'Text',
  ending: 'txt',
  about: 'a terminal',
  writeComparison: (compared, gate) =>
    `${comparisonText(compared)}${gate.length === 0 ? '' : `\n${gate.join('\n')}\n`}`,
};
