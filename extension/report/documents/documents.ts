import { publishedColumns, type PublishedDocument, type RunRecord } from '../../runs';
import { escapeText } from '../text';
import { type Section, sectionMarkdown } from '../section';
import { cmsisSections } from './cmsis';
import { nxpSections } from './nxp';
import { overtosSections } from './overtos';
import { type OwnRun, listOwnRuns } from './own';
import { twrSections } from './twr';

/** A document's own tables, with the user's figures next to the published ones. */
interface RebuiltDocument {
  readonly id: string;
  readonly title: string;
  /** Remarks that belong to every figure of the document. */
  readonly remarks: readonly string[];
  readonly sections: readonly Section[];
}

const TABLES: Readonly<Record<string, (runs: readonly OwnRun[]) => Section[]>> = {
  'nxp-zephyr-linux': nxpSections,
  'cmsis-rtos': cmsisSections,
  'overtos-zephyr': overtosSections,
  'twr-k70': twrSections,
};

/** Rebuilds the documents for which the runs contain some operations. */
export function rebuildDocuments(records: readonly RunRecord[]): RebuiltDocument[] {
  const runs = listOwnRuns(records);
  return documents().flatMap(({ id, title, remarks }) => {
    const sections = TABLES[id]?.(runs) ?? [];
    return sections.length === 0 ? [] : [{ id, title, remarks, sections }];
  });
}

function documents(): readonly PublishedDocument[] {
  return [...new Set(publishedColumns().map(({ document }) => document))];
}

/** The documents' tables as parts of a Markdown document, under headings of the given depth. */
export function documentMarkdown(records: readonly RunRecord[], depth: number): string[] {
  return rebuildDocuments(records).flatMap(({ title, sections, remarks }) => [
    `${'#'.repeat(depth)} ${escapeText(title)}`,
    ...sections.map((section) => sectionMarkdown(section, depth + 1)),
    remarkText({ remarks }),
  ]);
}

function remarkText({ remarks }: Pick<RebuiltDocument, 'remarks'>): string {
  const lines = remarks.map((remark) => `- ${escapeText(remark)}`);
  return ['Of the published figures:', '', ...lines].join('\n');
}
