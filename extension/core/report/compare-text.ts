import type { GateResult } from '../measure/compare/gate';
import type { Compared } from './compared';
import { comparisonSections } from './compare-sections';
import { sectionMarkdown, sectionText } from './section';

/** A comparison for a terminal. */
export function comparisonText(compared: Compared): string {
  return comparisonSections(compared).map(sectionText).join('\n');
}

/** A comparison as parts of a Markdown document, under headings of the given depth. */
export function comparisonMarkdown(compared: Compared, depth: number): string[] {
  return comparisonSections(compared).map((section) => sectionMarkdown(section, depth));
}

/** What came of a gate: its outcome first, then what decided. */
export function gateLines(gate: string, { outcome, failed, inconclusive }: GateResult): string[] {
  return [
    `Gate ${gate}: ${outcome}.`,
    ...failed.map((name) => `  regressed: ${name}`),
    ...inconclusive.map((reason) => `  inconclusive: ${reason}`),
  ];
}
