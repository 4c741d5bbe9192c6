import { revisionText } from '../runs';
import { getColumnSource, getColumnId, findRevision } from './columns';
import { differenceSection } from './compare-differences';
import { quotientSection, shapeSection } from './compare-shapes';
import type { ShownGate } from './compare-systems';
import { changeSection, meanSection, verdictSection } from './compare-verdicts';
import type { Compared } from './compared';
import { type Section, sectionMarkdown, sectionText } from './section';
import { type ShownTurns, suggestTurns } from './turns';

/** A comparison for a terminal. */
export function comparisonText(compared: Compared): string {
  return comparisonSections(compared).map(sectionText).join('\n');
}

/** A comparison as parts of a Markdown document, under headings of the given depth. */
export function comparisonMarkdown(compared: Compared, depth: number): string[] {
  return comparisonSections(compared).map((section) => sectionMarkdown(section, depth));
}

/** Only the changes, where the rest has no room; as parts of a Markdown document. */
export function changesMarkdown(compared: Compared, depth: number): string[] {
  const others = [...compared.columns.keys()].slice(1);
  return [
    columnSection(compared),
    ...others.map((at) => changeSection(compared, at)),
    ...configurationSection(compared),
  ].map((section) => sectionMarkdown(section, depth));
}

/** A gate's outcome first, then its reasons; without a gate, what would decide the undecided. */
export function closingLines(compared: Compared, gate?: ShownGate): string[] {
  if (gate === undefined) return turnsLines(suggestTurns(compared));
  return [
    gateSentence(gate),
    ...gate.failed.map(({ name, word }) => `  ${word}: ${name}`),
    ...gate.inconclusive.map((reason) => `  undecided: ${reason}`),
    ...turnsLines(gate.turns),
  ];
}

export const gateSentence = ({ gate, outcome }: ShownGate) => `Gate ${gate}: ${outcome}.`;

/** The lines of an offer. */
function turnsLines(turns: ShownTurns | undefined): string[] {
  return turns ? [turns.sentence, `  ${turns.command}`] : [];
}

/** The sections of a comparison, in reading order. */
function comparisonSections(compared: Compared): Section[] {
  const others = [...compared.columns.keys()].slice(1);
  return [
    columnSection(compared),
    ...(others.length > 1 ? [meanSection(compared)] : []),
    ...others.flatMap((at) => [verdictSection(compared, at), ...differenceSection(compared, at)]),
    ...shapeSection(compared),
    ...quotientSection(compared),
    ...configurationSection(compared),
    ...remarkSections(compared),
  ];
}

function columnSection({ columns, labels, comparison }: Compared): Section {
  const rows = columns.map((each, at) => {
    const role = at === 0 ? 'baseline' : '';
    return [
      labels[at] ?? '',
      role,
      getColumnSource(each),
      formatRepeats(comparison, at),
      getColumnId(each),
      each.title,
    ];
  });
  return {
    title: 'Columns',
    table: { holds: 'words', titles: ['column', 'role', 'source', 'repeats', 'id', 'title'], rows },
    lines: columns.flatMap((each, at) => {
      const revision = findRevision(each);
      return revision ? [`Commit of ${labels[at]}: ${revisionText(revision)}.`] : [];
    }),
  };
}

/** The repeats of a column's operations: those that are undecided in turns have more than the others. */
function formatRepeats({ operations }: Compared['comparison'], at: number): string {
  const counts = operations.flatMap(({ cells }) => cells[at]?.repeats ?? []);
  if (counts.length === 0) return '';
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function remarkSections({ columns }: Compared): Section[] {
  const documents = new Map(
    columns.flatMap(({ document }) => (document ? [[document.id, document] as const] : [])),
  );
  return [...documents.values()].map(({ id, title, remarks }) => ({
    title: `Published figures of ${id}`,
    lead: `From "${title}".`,
    lines: remarks,
  }));
}

/** Differences between the columns' configurations: a table of those that may change figures. */
function configurationSection({ labels, comparison }: Compared): Section[] {
  const { facts } = comparison;
  if (facts.length === 0) return [];
  const mattering = facts.filter(({ matters }) => matters);
  const rest = facts.filter(({ matters }) => !matters).map(({ name }) => name);
  const rows = mattering.map(({ name, values }) => [name, ...values.map((value) => value ?? '')]);
  return [
    {
      title: 'Configuration that differs',
      ...(rows.length === 0
        ? { lead: 'No difference known to affect figures.' }
        : { table: { holds: 'words' as const, titles: ['fact', ...labels], rows } }),
      lines: rest.length === 0 ? [] : [`Without effect on figures: ${rest.join(', ')}.`],
    },
  ];
}
