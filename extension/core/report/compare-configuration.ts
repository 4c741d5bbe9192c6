import type { Compared } from './compared';
import type { Section } from './section';

/** What differs between the columns' configurations: in a table what may change figures. */
export function configurationSection({ labels, comparison }: Compared): Section[] {
  const { facts } = comparison;
  if (facts.length === 0) return [];
  const mattering = facts.filter(({ matters }) => matters);
  const rest = facts.filter(({ matters }) => !matters).map(({ name }) => name);
  const rows = mattering.map(({ name, values }) => [name, ...values.map((value) => value ?? '')]);
  return [
    {
      title: 'Configuration that differs',
      ...(rows.length === 0
        ? { lead: 'Nothing that is known to change figures.' }
        : { table: { holds: 'words' as const, titles: ['fact', ...labels], rows } }),
      lines: rest.length === 0 ? [] : [`Without effect on figures: ${rest.join(', ')}.`],
    },
  ];
}
