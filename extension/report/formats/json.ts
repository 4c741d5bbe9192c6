import { getRulesVersion, type RunRecord, summarise } from '../../runs';
import { selectRecords } from '../columns';
import { comparisonJson } from '../compare-json';
import { compareReported } from '../compared';
import { jsonOperation } from '../json-operation';
import { withholdAverages } from '../summary-row';
import { jsonText, type Report, type ReportFormat, type ReportInput } from './format';

export const json: ReportFormat = {
  id: 'json',
  title: 'JSON',
  ending: 'json',
  about: 'programs: everything that the Markdown report contains, with a `schema`',
  writeReport,
};

/** Version of the JSON report's schema. */
const SCHEMA = 1;

function writeReport({ columns }: ReportInput): Report {
  return { text: jsonText(reportJson(columns)), beside: [] };
}

/** Figures of every run, and their comparison if there are several. */
export function reportJson(columns: ReportInput['columns']): object {
  return {
    schema: SCHEMA,
    runs: selectRecords(columns).map(runJson),
    ...(columns.length > 1 ? { comparison: comparisonJson(compareReported(columns)) } : {}),
  };
}

function runJson(record: RunRecord): object {
  const { id, created, tool, target, status, command, repeat, durationSeconds, shards } = record;
  const { passes, imported, sweep, notes, problems } = record;
  return {
    run: id,
    created,
    tool,
    target,
    status,
    command,
    repeat,
    durationSeconds,
    ...(shards && { shards }),
    ...(sweep && { sweep }),
    passes: passes.map((pass) => {
      const { build, image, facts, conditions, clocks, stream } = pass;
      return { build, rules: getRulesVersion(pass), image, facts, conditions, clocks, stream };
    }),
    operations: summarise(record).map(jsonOperation),
    ...(imported && {
      imported: { ...imported, operations: imported.operations.map(withholdAverages) },
    }),
    notes,
    problems: [...problems, ...passes.flatMap((pass) => pass.problems)],
  };
}
