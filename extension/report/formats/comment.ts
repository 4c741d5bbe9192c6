import { selectRecords } from '../columns';
import { changesMarkdown, closingLines, gateSentence } from '../compare-text';
import { codeBlock, escapeText } from '../text';
import type { ComparisonFormat } from './format';

/** Begins each comment, so that a later one can take its place. */
const MARKER = '<!-- cyclescope -->';

/** GitHub takes 65,536 characters; a comment that long is not read either. */
const LONGEST = 60_000;

export const comment: ComparisonFormat = {
  id: 'comment',
  title: 'Comment',
  ending: 'md',
  about: 'a pull request: the gate first, changed operations only, and how to repeat it',
  writeComparison: (compared, gate) => {
    const commands = selectRecords(compared.columns).map(({ command }) => command);
    const heading = gate ? `Cyclescope: ${escapeText(gateSentence(gate))}` : 'Cyclescope';
    const closing = closingLines(compared, gate).slice(gate ? 1 : 0);
    const parts = [
      `${MARKER}\n### ${heading}`,
      ...(closing.length === 0 ? [] : [codeBlock('text', closing)]),
      ...changesMarkdown(compared, 4),
      '#### Measured with',
      codeBlock('sh', [...new Set(commands)]),
    ];
    const text = `${parts.join('\n\n')}\n`;
    if (text.length <= LONGEST) return text;
    return `${parts[0]}\n\nThe comparison is too long for a comment: see the output of the job.\n`;
  },
};
