import type { RunRecord } from '../../runs';
import { escapeText } from '../markdown-text';
import { sectionMarkdown } from '../section';
import { type RebuiltDocument, rebuiltDocuments } from './documents';

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
