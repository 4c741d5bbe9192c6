import { publishedColumns, type PublishedDocument, type RunRecord } from '../../runs';
import type { Section } from '../section';
import { cmsisSections } from './cmsis';
import { nxpSections } from './nxp';
import { overtosSections } from './overtos';
import { type OwnRun, ownRuns } from './own';
import { twrSections } from './twr';

/** A document's own tables, with the user's figures next to the published ones. */
export interface RebuiltDocument {
  readonly id: string;
  readonly title: string;
  /** To show wherever a figure of the document is shown. */
  readonly remarks: readonly string[];
  readonly sections: readonly Section[];
}

const TABLES: Readonly<Record<string, (runs: readonly OwnRun[]) => Section[]>> = {
  'nxp-zephyr-linux': nxpSections,
  'cmsis-rtos': cmsisSections,
  'overtos-zephyr': overtosSections,
  'twr-k70': twrSections,
};

/** Rebuilds the documents of which the runs have some operations. */
export function rebuiltDocuments(records: readonly RunRecord[]): RebuiltDocument[] {
  const runs = ownRuns(records);
  return documents().flatMap(({ id, title, remarks }) => {
    const sections = TABLES[id]?.(runs) ?? [];
    return sections.length === 0 ? [] : [{ id, title, remarks, sections }];
  });
}

function documents(): readonly PublishedDocument[] {
  return [...new Set(publishedColumns().map(({ document }) => document))];
}
