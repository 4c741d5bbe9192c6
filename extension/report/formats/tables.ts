import { selectRecords } from '../columns';
import { documentMarkdown } from '../documents';
import { escapeText } from '../text';
import { rulesSentence } from '../wording';
import type { Report, ReportFormat, ReportInput } from './format';

export const tables: ReportFormat = {
  id: 'tables',
  title: "The documents' own tables",
  ending: 'md',
  about: 'the tables of four papers with your figures filled in',
  writeReport,
};

/** Only the documents' own tables, of one run or of several side by side. */
function writeReport({ columns }: ReportInput): Report {
  const records = selectRecords(columns);
  const parts = documentMarkdown(records, 2);
  const none = "None of the documents' operations was measured.";
  const contents = parts.length === 0 ? [none] : parts;
  const runs = records.map((record) => {
    const { id, target } = record;
    const rules = rulesSentence(record);
    return `- ${escapeText(`${id}: ${target.title}${rules === undefined ? '' : `. ${rules}`}`)}`;
  });
  const whole = ["# The documents' tables, rebuilt", runs.join('\n'), ...contents];
  return { text: `${whole.join('\n\n')}\n`, beside: [] };
}
