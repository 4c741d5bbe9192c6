import type { RunPass, RunRecord } from '../runs/record';
import type { OperationRow } from '../runs/row';
import { summarise } from '../runs/summarise';
import { histogramBlock, resultTable, spreadTable } from './markdown-figures';
import { factTable, methodList } from './markdown-facts';
import { code, escapeText } from './markdown-text';
import { formatNumber, plural } from './numbers';
import {
  operationNames,
  PASS_TITLES,
  readingSentence,
  rowRemarks,
  tickSentence,
  unitSentence,
} from './wording';

/** One Markdown document about one run or several. */
export function writeMarkdown(records: readonly RunRecord[]): string {
  const contents =
    records.length > 1 ? [records.map((record) => `- ${summarySentence(record)}`).join('\n')] : [];
  const parts = ['# Cyclescope report', ...contents, ...records.flatMap(runSection)];
  return `${parts.join('\n\n')}\n`;
}

function runSection(record: RunRecord): string[] {
  return [
    `## Run ${code(record.id)}`,
    summarySentence(record),
    ...record.passes.flatMap(passSection),
    '### Refused, lost or doubtful',
    lossSection(record),
    '### Environment and method',
    methodList(record),
    factTable(record),
    '### How to repeat',
    `\`\`\`sh\n${record.command}\n\`\`\``,
    `Measured by ${escapeText(record.tool)} on ${escapeText(record.created)} ` +
      `in ${record.durationSeconds.toFixed(1)} s.`,
  ];
}

function summarySentence(record: RunRecord): string {
  const rows = summarise(record).filter(({ build }) => build === 'headline');
  const good = rows.filter(({ standing }) => standing === 'ok').length;
  const facts = record.passes[0]?.facts ?? {};
  const told = [facts['os'], facts['os_version']].filter((fact) => fact !== undefined).join(' ');
  const system = told === '' ? '' : ` with ${escapeText(told)}`;
  const samples = rows.reduce((sum, row) => sum + row.samples, 0);
  const incomplete = record.status === 'complete' ? '' : ` The run is **${record.status}**.`;
  return (
    `**${good} of ${plural(rows.length, 'operation')}** measured soundly on ` +
    `${escapeText(record.target.title)}${system}: ${plural(samples, 'sample')}.${incomplete}`
  );
}

function passSection(pass: RunPass): string[] {
  const rows = summarise({ passes: [pass] });
  const names = operationNames(rows);
  return [
    `### ${PASS_TITLES[pass.build]}`,
    remarks(rows),
    resultTable(rows, names),
    'Without kernel ticks, and by other measures:',
    spreadTable(rows, names),
    histogramBlock(rows, names),
  ];
}

function remarks(rows: readonly OperationRow[]): string {
  const sentences = [
    ...rows.map(({ clock }) => unitSentence(clock)),
    readingSentence(rows),
    ...rows.map(tickSentence),
  ];
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))]
    .map(escapeText)
    .join(' ');
}

function lossSection(record: RunRecord): string {
  const rows = summarise(record);
  const names = operationNames(rows);
  const stored = rows.reduce((sum, row) => sum + row.stored, 0);
  const attempted = rows.reduce((sum, row) => sum + row.attempted, 0);
  const decoded = rows.reduce((sum, row) => sum + row.decoded, 0);
  const counts =
    `${formatNumber(attempted)} values were measured, ${formatNumber(stored)} stored by the agent, ` +
    `${formatNumber(decoded)} decoded.`;
  const about = rows.flatMap((row, i) =>
    rowRemarks(row).map(
      (remark) => `${code(names[i] ?? '')} (${row.build}): ${escapeText(remark)}`,
    ),
  );
  const general = [...record.problems, ...record.passes.flatMap(({ problems }) => problems)];
  const all = [counts, ...about, ...general.map(escapeText)];
  return all.map((line) => `- ${line}`).join('\n');
}
