import type { RunRecord } from '../../runs';
import { recordsOf } from '../columns';
import { escapeText } from '../markdown-text';
import type { Report, ReportInput } from '../report';
import { sectionMarkdown } from '../section';
import { type RebuiltDocument, rebuiltDocuments } from './documents';

/** The documents' own tables alone, of one run or of several beside each other. */
export function writeDocuments({ columns }: ReportInput): Report {
  const records = recordsOf(columns);
  const parts = documentMarkdown(records, 2);
  const none = "No document's operations are among what was measured.";
  const contents = parts.length === 0 ? [none] : parts;
  const runs = records.map(({ id, target }) => `- ${escapeText(`${id}: ${target.title}`)}`);
  const whole = ["# The documents' tables, rebuilt", runs.join('\n'), ...contents];
  return { text: `${whole.join('\n\n')}\n`, beside: [] };
}

/** The documents' tables as parts of a Markdown document, under headings of the given depth. */
export function documentMarkdown(records: readonly RunRecord[], depth: number): string[] {
  return rebuiltDocuments(records).flatMap(({ title, sections, remarks }) => [
    `${'#'.repeat(depth)} ${escapeText(title)}`,
    ...sections.map((section) => sectionMarkdown(section, depth + 1)),
    remarkText({ remarks }),
  ]);
}

function remarkText({ remarks }: Pick<RebuiltDocument, 'remarks'>): string {
  const lines = remarks.map((remark) => `- ${escapeText(remark)}`);
  return ['Of the published figures:', '', ...lines].join('\n');
}
