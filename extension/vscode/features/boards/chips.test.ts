import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readChips } from '../../../chips';
import { chipItems } from './chips';

const chips = await readChips(join(import.meta.dirname, '..', '..', '..', '..'));

it("lists the project's chip first, then similar names, then all others", () => {
  const items = chipItems(['STM32F103C8T6'], chips);
  expect(items.slice(0, 3).map(({ label, description }) => [label, description])).toEqual([
    ['for STM32F103C8T6', undefined],
    ['STM32F103C8', '20 KB of RAM, some families fit'],
    ['similar names', undefined],
  ]);
  const titles = items.filter(({ chip }) => chip === undefined).map(({ label }) => label);
  expect(titles).toEqual(['for STM32F103C8T6', 'similar names', 'all parts']);
  expect(items.length - titles.length).toBe(chips.length);
});

it('has no title if nothing names a chip', () => {
  const [first, second] = chipItems([], chips);
  expect(first?.label).toBe('all parts');
  expect(second).toMatchObject({ label: 'ADuCM3027', description: '16 KB of RAM, nothing fits' });
});
