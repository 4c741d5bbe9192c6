import { selectRecords } from '../columns';
import { documentMarkdown } from '../documents';
import { escapeText } from '../text';
import type { Report, ReportFormat, ReportInput } from './format';

export const tables: ReportFormat = {
  id: 'tables',
  title: "The documents' own tables",
  ending: 'md',
  about: 'the tables of four papers with your figures filled in',
  writeReport,
};

/** The documents' own tables alone, of one run or of several side by side. */
function writeReport({ columns }: ReportInput): Report {
  const records = selectRecords(columns);
  const parts = documentMarkdown(records, 2);
  const none = "None of the documents' operations was measured.";
  const contents = parts.length === 0 ? [none] : parts;
  const runs = records.map(({ id, target }) => `- ${escapeText(`${id}: ${target.title}`)}`);
  const whole = ["# The documents' tables, rebuilt", runs.join('\n'), ...contents];
  return { text: `${whole.join('\n\n')}\n`, beside: [] };
}
