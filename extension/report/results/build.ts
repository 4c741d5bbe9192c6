import { formatNumber, plural, type SplitSamples } from '../../measure';
import {
  measurementNames,
  type OperationRow,
  type RunPass,
  type RunRecord,
  summarise,
} from '../../runs';
import { rebuildDocuments } from '../documents';
import type { Section } from '../section';
import { listShards } from '../shards';
import { summaryRows } from '../summary-row';
import { variantSections } from '../variants';
import {
  explainBounds,
  explainCounts,
  marginSentence,
  readingSentence,
  rulesSentence,
  tickSentence,
  unitSentence,
} from '../wording';
import { buildCurves } from './curves';
import type { ResultPass, ResultRow, ResultSection, ResultsModel } from './model';
import { buildImportedRow, buildMeasuredRow, splitSamples } from './rows';

/** The results of a run, with the samples of each row. */
export interface Results {
  readonly model: ResultsModel;
  /** In the order of the model's rows. */
  readonly samples: readonly SplitSamples[];
}

/** Builds the content of the results view. */
export function buildResults(record: RunRecord): Results {
  const measured = record.passes.map((pass) => summarise({ passes: [pass] }));
  const rows = measured.flatMap((ofPass) => {
    const names = measurementNames(ofPass);
    return ofPass.map((row, at) => {
      const samples = splitSamples(row);
      return { row: buildMeasuredRow(row, names[at] ?? '', samples), samples };
    });
  });
  const imported = record.imported === undefined ? [] : summaryRows(record);
  const all = [
    ...rows,
    ...imported.map((row) => ({
      row: buildImportedRow(row),
      samples: { quiet: row.distribution, ticked: [] },
    })),
  ];
  return {
    model: buildModel(record, measured.flat(), withKeys(all.map(({ row }) => row))),
    samples: all.map(({ samples }) => samples),
  };
}

function buildModel(
  record: RunRecord,
  measured: readonly OperationRow[],
  rows: ResultRow[],
): ResultsModel {
  const { id, target, created, status, durationSeconds, repeat, command, tool } = record;
  const { passes, imported } = record;
  const clocks = passes.flatMap((pass) => pass.clocks);
  return {
    id,
    target,
    created,
    status,
    durationSeconds,
    repeat,
    command,
    tool,
    imported: imported?.format,
    isEmulated: clocks.some(({ unit }) => unit === 'instructions'),
    problems: [...record.problems, ...passes.flatMap(({ problems }) => problems)],
    notes: [...record.notes],
    remarks: listRemarks(measured),
    rows,
    curves: buildCurves(measured),
    ...buildSections(record),
    passes: passes.map(toPass),
    shards: listShards(record),
    facts: tabulateFacts(record),
  };
}

function buildSections(record: RunRecord): Pick<ResultsModel, 'variants' | 'documents'> {
  return {
    variants: variantSections(record).map(toSection),
    documents: rebuildDocuments([record]).map(({ title, remarks, sections }) => ({
      title,
      remarks: [...remarks],
      sections: sections.map(toSection),
    })),
  };
}

function toSection({ title, lead, table, lines }: Section): ResultSection {
  const { titles, rows } = table ?? {};
  return {
    title,
    lead,
    lines: [...lines],
    ...(titles && rows && { table: { titles: [...titles], rows: rows.map((row) => [...row]) } }),
  };
}

function listRemarks(rows: readonly OperationRow[]): string[] {
  const headline = rows.filter(({ build }) => build === 'headline');
  const sentences = [
    ...headline.map(({ clock }) => unitSentence(clock)),
    readingSentence(headline),
    marginSentence(headline),
    explainBounds(headline),
    ...headline.map(tickSentence),
    explainCounts(headline),
  ];
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}

/** Rows with the same name, such as an operation under two clocks, differ by their order. */
function withKeys(rows: readonly ResultRow[]): ResultRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const before = seen.get(row.key) ?? 0;
    seen.set(row.key, before + 1);
    return before === 0 ? row : { ...row, key: `${row.key} #${before + 1}` };
  });
}

function toPass(pass: RunPass): ResultPass {
  const { build, recording, image, clocks, stream } = pass;
  const lost =
    stream.overflows === 0
      ? 'nothing lost'
      : `${plural(stream.lostPackets, 'packet')} lost in ${plural(stream.overflows, 'overflow')}`;
  return {
    build,
    recording,
    image,
    clocks: clocks.map(unitSentence),
    clockFacts: [formatClockFacts(pass), rulesSentence({ passes: [pass] })]
      .filter(Boolean)
      .join('. '),
    stream: `${formatNumber(stream.bytes)} bytes, ${plural(stream.events, 'event')}, ${lost}`,
  };
}

function formatClockFacts({ facts }: RunPass): string {
  const { clock_step: step, clock_read: read, clock_check: check } = facts;
  const parts = [
    // Readings that all cost the same show no step.
    step && step !== read && `smallest step seen by the agent ${step} ticks`,
    read && `one reading costs ${read} ticks`,
    check && `check: ${check}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function tabulateFacts({ passes, imported }: RunRecord): string[][] {
  const lists: readonly Readonly<Record<string, string>>[] =
    imported === undefined
      ? passes.map(({ facts, conditions }) => ({ ...facts, ...conditions }))
      : [imported.facts];
  const names = new Set(lists.flatMap((facts) => Object.keys(facts)));
  return Array.from(names, (name) => [name, ...lists.map((facts) => facts[name] ?? '')]);
}
