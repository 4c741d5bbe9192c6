import type { RunOrder, Services } from '../services';
import { readSettings } from '../settings';
import { declaredOnly, selectedOr } from './declared';

/** An order with everything that is set for its home. */
export async function orderWithSettings(
  { images }: Pick<Services, 'images'>,
  wanted: Pick<RunOrder, 'home' | 'target' | 'patterns' | 'trace' | 'asPublished'>,
): Promise<RunOrder> {
  const { iterations, repeat, parameters } = readSettings(wanted.home);
  const image = await images.benches(wanted.home, wanted.target);
  const selected = 'benches' in image ? selectedOr(image.benches, wanted.patterns) : [];
  return {
    ...wanted,
    iterations: iterations ?? undefined,
    repeat: repeat ?? undefined,
    settings: declaredOnly(parameters, selected),
  };
}
