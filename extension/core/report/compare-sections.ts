import { idOf, sourceOf } from './columns';
import type { Compared } from './compared';
import { configurationSection } from './compare-configuration';
import { meanSection } from './compare-means';
import { quotientSection, shapeSection } from './compare-shapes';
import { verdictSection } from './compare-verdicts';
import type { Section } from './section';

/** Everything that a comparison says, in the order in which one reads it. */
export function comparisonSections(compared: Compared): Section[] {
  const others = [...compared.columns.keys()].slice(1);
  return [
    columnSection(compared),
    ...(others.length > 1 ? [meanSection(compared)] : []),
    ...others.map((at) => verdictSection(compared, at)),
    ...shapeSection(compared),
    ...quotientSection(compared),
    ...configurationSection(compared),
    ...remarkSections(compared),
  ];
}

function columnSection({ columns, labels }: Compared): Section {
  const rows = columns.map((each, at) => {
    const role = at === 0 ? 'baseline' : '';
    return [labels[at] ?? '', role, sourceOf(each), idOf(each), each.title];
  });
  return {
    title: 'Columns',
    table: { holds: 'words', titles: ['column', 'role', 'source', 'id', 'title'], rows },
    lines: [],
  };
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
