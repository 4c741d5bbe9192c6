import { shortUnit } from '../../../agent';
import { formatNumber } from '../../../measure';
import { measurementNames, type RunPass, type RunRecord, summarise } from '../../../runs';
import { selectRecords } from '../../columns';
import { code, codeBlock, escapeText } from '../../text';
import { rowRemarks, rulesSentence } from '../../wording';
import type { Report, ReportFormat, ReportInput } from '../format';
import { type Condition, remarks, resultTable } from './figures';

export const boardCard: ReportFormat = {
  id: 'board-card',
  title: 'Board card',
  ending: 'md',
  about: 'publishing: one table, whose rows repeat all conditions of their figures',
  writeReport,
};

/**
 * Facts that other columns show, or that describe the stream and the image rather than what was
 * measured, or that identify the user's own hardware in public. Every other fact is a condition of the figures, also one that an agent adds later.
 */
const SHOWN_OR_IRRELEVANT =
  /^(protocol|image|hooks|block|ring|windows|clock_\w+|clock|board|core|core_hz|debug_server|probe|chip_id|os|os_version|compiler|flags)$/;

/** The headline figures of runs, each row with all facts needed to compare it with others. */
function writeReport({ columns }: ReportInput): Report {
  const records = selectRecords(columns).filter(({ imported }) => imported === undefined);
  const parts = records.flatMap((record) =>
    record.passes
      .filter(({ build }) => build === 'headline')
      .flatMap((pass) => cardParts(record, pass)),
  );
  const missing = selectRecords(columns).flatMap(({ id, imported, passes }) => {
    if (imported !== undefined) return [`${id} is left out: its conditions are unknown`];
    const isEmpty = passes.every(({ build }) => build !== 'headline');
    return isEmpty ? [`${id} is left out: it has no headline figures`] : [];
  });
  return { text: `${['# Board card', ...parts].join('\n\n')}\n`, beside: [], missing };
}

function cardParts(record: RunRecord, pass: RunPass): readonly string[] {
  const rows = summarise({ passes: [pass] });
  const names = measurementNames(rows);
  const sound = rows.filter(({ standing }) => standing === 'ok');
  const omitted = rows.flatMap((row, at) => {
    const why = rowRemarks(row).join('; ') || row.standing;
    return row.standing === 'ok' ? [] : [`- ${code(names[at] ?? '')}: ${escapeText(why)}`];
  });
  return [
    `## ${escapeText(record.target.title)}`,
    resultTable(
      sound,
      names.filter((_, at) => rows[at]?.standing === 'ok'),
      listConditions(record, pass),
    ),
    [remarks(sound), rulesSentence({ passes: [pass] })].filter(Boolean).join(' '),
    ...(omitted.length === 0
      ? []
      : [`Left out, because their figures are not sound:\n\n${omitted.join('\n')}`]),
    'To repeat it:',
    codeBlock('sh', [record.command]),
  ];
}

/** The conditions of a pass, which are the same for all of its operations. */
function listConditions(record: RunRecord, pass: RunPass): readonly Condition[] {
  const { facts, image, clocks } = pass;
  const fact = (name: string) => facts[name] ?? '';
  const hertz = Number(fact('core_hz'));
  const rate = hertz > 0 ? ` at ${formatNumber(hertz)} Hz` : '';
  const clock = clocks.map(
    ({ name, hz, unit }) => `${name}, ${formatNumber(hz)} Hz (${shortUnit(unit)})`,
  );
  // The computer's load changes no figure of a target that repeats exactly.
  const load = record.target.deterministic ? {} : pass.conditions;
  const others = Object.entries({ ...facts, ...load }).filter(
    ([name]) => !SHOWN_OR_IRRELEVANT.test(name),
  );
  return [
    ['board', fact('board') || record.target.title],
    ['core', `${fact('core')}${rate}`],
    ['system', `${fact('os')} ${fact('os_version')}`],
    ['conditions', others.map(([name, value]) => `${name}=${value}`).join(', ')],
    ['compiler', `${image.compiler} ${image.flags}`],
    ['clock', clock.join('; ')],
    ['repeats', formatNumber(record.repeat)],
    ['image', image.sha256.slice(0, 12)],
    ['measured', `${record.created.slice(0, 10)} by ${record.tool}`],
    ['run', record.id],
  ].map(([title = '', text = '']) => ({ title, text }));
}
