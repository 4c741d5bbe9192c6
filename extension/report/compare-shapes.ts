import type { ShapeFigure } from '../compare';
import { formatRatio, formatWithin } from '../measure';
import type { Compared } from './compared';
import type { Section } from './section';

/** False if every operation has a verdict: then ratios show more than shapes. */
export function needsShape(compared: Compared): boolean {
  const isJudged = compared.comparison.operations.every(({ outcomes }) =>
    outcomes.every(({ kind }) => kind === 'judged'),
  );
  return !isJudged && listSharedOperations(compared).length >= 2;
}

function listSharedOperations({ shape }: Compared): Compared['shape']['operations'] {
  return shape.operations.filter(({ values }) => values.every((each) => each !== undefined));
}

/** Each column relative to its own average, whatever its unit. */
export function shapeSection(compared: Compared): Section[] {
  if (!needsShape(compared)) return [];
  const { shape, labels } = compared;
  const shared = listSharedOperations(compared);
  const rows = shared.map(({ name, values }) => [name, ...values.map(optional)]);
  const distance = ['distance', ...shape.distances.map(optional)];
  return [
    {
      title: 'Shape',
      lead:
        "Each figure over the geometric mean of its own column's figures: units and clocks cancel. " +
        'The distance is the typical factor between a column and the first one.',
      table: { titles: ['operation', ...labels], rows: [...rows, distance] },
      lines: [],
    },
  ];
}

/** The ratio within each pair of columns, the user's next to the published ones. */
export function quotientSection({ quotients }: Compared): Section[] {
  const [first] = quotients?.pairs ?? [];
  if (quotients === undefined || first === undefined) return [];
  const { pairs, distances } = quotients;
  const rows = [...first.values.keys()].map((name) => [
    name,
    ...pairs.map(({ values }) => optional(values.get(name))),
  ]);
  return [
    {
      title: 'Ratios within each pair',
      lead: 'The distance is the typical factor by which the ratios of a pair differ from those of the first one.',
      table: {
        titles: ['operation', ...pairs.map(({ title }) => title)],
        rows: [...rows, ['distance', ...distances.map(optional)]],
      },
      lines: [],
    },
  ];
}

function optional(figure: ShapeFigure | undefined): string {
  return figure === undefined ? '' : formatWithin(figure, formatRatio);
}
