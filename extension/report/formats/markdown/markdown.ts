import { groupBy } from '../../../base';
import { formatNumber, NO_FIGURE, plural } from '../../../measure';
import {
  measurementNames,
  revisionText,
  type RunPass,
  type RunRecord,
  summarise,
} from '../../../runs';
import { selectRecords } from '../../columns';
import type { ShownGate } from '../../compare-systems';
import { closingLines, comparisonMarkdown } from '../../compare-text';
import { type Compared, compareReported } from '../../compared';
import { documentMarkdown } from '../../documents';
import { buildImportSections, describeImport } from '../../imported-sections';
import { type Curve, buildCurves } from '../../results';
import { sectionMarkdown } from '../../section';
import { listShards } from '../../shards';
import { summaryRows } from '../../summary-row';
import { curveTable } from '../../curve-words';
import { code, codeBlock, escapeText, markdownTable } from '../../text';
import { variantSections } from '../../variants';
import { enoughSentence, PASS_TITLES, rowRemarks, rulesSentence } from '../../wording';
import type { ComparisonFormat, Report, ReportFormat, ReportInput } from '../format';
import { histogramBlock, remarks, resultTable, spreadTable } from './figures';
import { curveImage, histogramImages } from './images';

export const markdown: ReportFormat & ComparisonFormat = {
  id: 'md',
  title: 'Markdown',
  ending: 'md',
  about: 'people; SVG histograms and the curves of a sweep are written beside it',
  writeReport,
  writeComparison,
};

/** One Markdown document about one run or several, and an image of each histogram. */
function writeReport({ columns, name }: ReportInput): Report {
  const records = selectRecords(columns);
  const contents =
    records.length > 1 ? [records.map((record) => `- ${summarySentence(record)}`).join('\n')] : [];
  const comparison =
    columns.length > 1 ? ['## Comparison', ...comparisonMarkdown(compareReported(columns), 3)] : [];
  const sections = records.map((record, at) => {
    const isAlone = name === undefined || records.length === 1;
    return runSection(record, isAlone ? name : `${name}.${at + 1}`);
  });
  const parts = [
    '# Cyclescope report',
    ...contents,
    ...comparison,
    ...sections.flatMap(({ parts: each }) => each),
    ...buildPublishedParts(records),
  ];
  return { text: `${parts.join('\n\n')}\n`, beside: sections.flatMap(({ files }) => files) };
}

/** A comparison as a document that ends with the outcome of the gate. */
function writeComparison(compared: Compared, gate?: ShownGate): string {
  const lines = closingLines(compared, gate);
  const closing = lines.length === 0 ? [] : [codeBlock('text', lines)];
  const parts = ['# Cyclescope comparison', ...comparisonMarkdown(compared, 2), ...closing];
  return `${parts.join('\n\n')}\n`;
}

/** The documents' own tables, if the runs have some of their operations. */
function buildPublishedParts(records: readonly RunRecord[]): string[] {
  const parts = documentMarkdown(records, 3);
  return parts.length === 0 ? [] : ['## Beside published figures', ...parts];
}

interface RunSection {
  readonly parts: readonly string[];
  readonly files: Report['beside'];
}

function runSection(record: RunRecord, name: string | undefined): RunSection {
  const { parts, files } =
    record.imported === undefined
      ? buildMeasuredSection(record, name)
      : buildImportedSection(record, name);
  const whole = [
    `## Run ${code(record.id)}`,
    summarySentence(record),
    ...parts,
    '### How to repeat',
    codeBlock('sh', [record.command]),
    originSentence(record),
  ];
  return { parts: whole, files };
}

function buildMeasuredSection(record: RunRecord, name: string | undefined): RunSection {
  const passes = record.passes.map((pass) => passSection(record, pass, name));
  const parts = [
    ...passes.flatMap((pass) => pass.parts),
    ...variantSections(record).map((section) => sectionMarkdown(section, 3)),
    '### Refused, lost or doubtful',
    lossSection(record),
    '### Environment and method',
    methodList(record),
    ...notesSection(record),
    factTable(record),
  ];
  return { parts, files: passes.flatMap(({ files }) => files) };
}

function notesSection({ notes }: RunRecord): string[] {
  return notes.length === 0 ? [] : [notes.map((note) => `- Note: ${escapeText(note)}`).join('\n')];
}

function originSentence({ imported, tool, created, durationSeconds, shards }: RunRecord): string {
  const origin = `by ${escapeText(tool)} on ${escapeText(created)}`;
  if (imported !== undefined) return `Imported ${origin}.`;
  const parts = shards ? `, in ${shards.length} shards at the same time` : '';
  return `Measured ${origin} in ${durationSeconds.toFixed(1)} s${parts}.`;
}

function summarySentence(record: RunRecord): string {
  if (record.imported !== undefined) return escapeText(describeImport(record));
  const rows = summarise(record).filter(({ build }) => build === 'headline');
  const good = rows.filter(({ standing }) => standing === 'ok').length;
  const facts = record.passes[0]?.facts ?? {};
  const nameAndVersion = [facts['os'], facts['os_version']]
    .filter((fact) => fact !== undefined)
    .join(' ');
  const system = nameAndVersion === '' ? '' : ` with ${escapeText(nameAndVersion)}`;
  const samples = rows.reduce((sum, row) => sum + row.samples, 0);
  const incomplete = record.status === 'complete' ? '' : ` The run is **${record.status}**.`;
  return (
    `**${good} of ${plural(rows.length, 'operation')}** measured soundly on ` +
    `${escapeText(record.target.title)}${system}: ${plural(samples, 'sample')}.${incomplete}`
  );
}

function passSection(record: RunRecord, pass: RunPass, name: string | undefined): RunSection {
  const rows = summarise({ passes: [pass] });
  const names = measurementNames(rows);
  const prefix = pass.build === 'headline' ? name : name && `${name}.${pass.build}`;
  const curves = buildCurves(rows);
  const swept = new Set(curves.flatMap(({ operations }) => operations));
  const alone = summaryRows({ ...record, passes: [pass] }).filter(
    // For a point of a sweep, the curve shows more than one of hundreds of histograms.
    (row) => !swept.has(row.name.split(' ')[0] ?? ''),
  );
  const images = histogramImages(alone, prefix);
  const drawn = curves.map((curve) => curveSection(curve, prefix));
  const parts = [
    `### ${PASS_TITLES[pass.build]}`,
    remarks(rows),
    resultTable(rows, names),
    rows.some(({ ticksInside }) => ticksInside !== undefined)
      ? 'Without kernel ticks, and other statistics:'
      : 'Other statistics:',
    spreadTable(rows, names),
    histogramBlock(rows, names),
    ...(images.text === undefined ? [] : [images.text]),
    ...drawn.flatMap((curve) => curve.parts),
  ];
  return { parts, files: [...images.files, ...drawn.flatMap(({ files }) => files)] };
}

/** A curve's drawing, and a table of the same figures. */
function curveSection(curve: Curve, name: string | undefined): RunSection {
  const { text, files } = curveImage(curve, name);
  const heading = `${curve.title} over ${curve.axis}`;
  const table = sectionMarkdown({ title: heading, table: curveTable(curve), lines: [] }, 4);
  const [title = '', ...rest] = table.split('\n\n');
  return { parts: [title, ...(text === undefined ? [] : [text]), ...rest], files };
}

function buildImportedSection(record: RunRecord, name: string | undefined): RunSection {
  const images = histogramImages(summaryRows(record), name);
  const [figures, ...rest] = buildImportSections(record).map((each) => sectionMarkdown(each, 3));
  const parts = [figures, images.text, ...rest].filter((part) => part !== undefined);
  return { parts, files: images.files };
}

function lossSection(record: RunRecord): string {
  const rows = summarise(record);
  const names = measurementNames(rows);
  const stored = rows.reduce((sum, row) => sum + row.stored, 0);
  const attempted = rows.reduce((sum, row) => sum + row.attempted, 0);
  const decoded = rows.reduce((sum, row) => sum + row.decoded, 0);
  const counts =
    `${formatNumber(attempted)} values were measured, ${formatNumber(stored)} stored by the agent, ` +
    `${formatNumber(decoded)} decoded.`;
  const remarked = rows.flatMap((row, i) =>
    rowRemarks(row).map((remark) => ({ remark, name: `${code(names[i] ?? '')} (${row.build})` })),
  );
  const about = Array.from(
    groupBy(remarked, ({ remark }) => remark),
    ([remark, all]) => `${all.map(({ name }) => name).join(', ')}: ${escapeText(remark)}`,
  );
  const general = [...record.problems, ...record.passes.flatMap(({ problems }) => problems)];
  const all = [counts, ...about, ...general.map(escapeText)];
  return all.map((line) => `- ${line}`).join('\n');
}

/** The shards of boards whose names differ, with their operations; emulators have no names. */
function shardLines(record: RunRecord): string[] {
  return listShards(record, code).flatMap(({ board, operations }, at) => {
    if (record.shards?.[at]?.facts === undefined) return [];
    return `Shard ${at + 1}: ${[board, operations.join(', ')].filter(Boolean).join(': ')}.`;
  });
}

/** Describes how a run was measured. */
function methodList(record: RunRecord): string {
  const sources = [...new Set(summarise(record).map(({ at }) => at))].filter((at) => at !== '');
  const rules = rulesSentence(record);
  const lines = [
    ...record.passes.map(passLine),
    ...shardLines(record),
    ...(rules === undefined ? [] : [rules]),
    `${plural(record.repeat, 'repeat')}; the first execution of each operation is kept apart (cold).`,
    `Percentiles are by nearest rank. ${enoughSentence()}`,
    'The trimmed mean excludes the largest hundredth; a batch mean has no reading inside.',
    ...(sources.length === 0 ? [] : [`Declared at ${sources.map(code).join(', ')}.`]),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Matches the names of all facts of our agents. */
const WORD = /^\w+$/;

/** The agents' facts, a column for each pass. */
function factTable({ passes }: RunRecord): string {
  const lists = passes.map(({ facts, conditions }) => ({ ...facts, ...conditions }));
  const names = new Set(lists.flatMap((facts) => Object.keys(facts)));
  const titles = ['fact', ...passes.map(({ build }) => build)];
  const lines = Array.from(names, (name) => [
    WORD.test(name) ? name : code(name),
    ...lists.map((facts) => code(facts[name] ?? '') || NO_FIGURE),
  ]);
  return markdownTable(titles, lines);
}

function atCommit({ revision }: RunPass['image']): string {
  return revision === undefined ? '' : `, commit ${code(revisionText(revision))}`;
}

function passLine({ build, image, recording, stream }: RunPass): string {
  const hooks = image.hooks === 1 ? 'linked in' : 'not linked in';
  // Unknown for the user's own builds; their agent's facts are listed.
  const flags = image.flags === '' ? '' : ` with ${code(image.flags)}`;
  return (
    `The ${build} image ${code(image.sha256.slice(0, 12))}${atCommit(image)}: trace hooks ${hooks}, ` +
    `${code(image.compiler)}${flags}; recorded in ${code(recording)} ` +
    `(${formatNumber(stream.bytes)} bytes, ${plural(stream.events, 'event')}).`
  );
}
