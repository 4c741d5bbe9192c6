import { closingLines, comparisonText } from '../compare-text';
import type { ComparisonFormat } from './format';

export const plainText: ComparisonFormat = {
  id: 'text',
  title: 'Text',
  ending: 'txt',
  about: 'a terminal',
  writeComparison: (compared, gate) => {
    const closing = closingLines(compared, gate);
    return `${comparisonText(compared)}${closing.length === 0 ? '' : `\n${closing.join('\n')}\n`}`;
  },
};
