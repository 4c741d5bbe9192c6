import { createRandom } from '../../compare/testing';

/** Made-up series of 64 commits; from commit 40 on their figure is larger by the step. */
export interface MadeUpSeries {
  readonly noise: string;
  /** In per cent. */
  readonly step: number;
  readonly values: readonly number[];
}

const COMMITS = 64;
export const STEP_AT = 40;
export const STEPS = [0, 1, 2, 5, 10];

/** Factors around 1, drawn from numbers with mean 0 and deviation 1. */
const NOISES: Readonly<Record<string, (normal: () => number) => number>> = {
  none: () => 1,
  'sigma 0.5 %': (normal) => 1 + 0.005 * normal(),
  'sigma 2 %': (normal) => 1 + 0.02 * normal(),
  // Student's t with three degrees of freedom, whose deviation is the root of three.
  'sigma 8 %, with outliers': (normal) => {
    const divisor = Math.hypot(normal(), normal(), normal());
    return 1 + (0.08 * normal()) / divisor;
  },
};

/** So many series of each noise and step, always the same. */
export function generateSeries(count: number, steps = STEPS): MadeUpSeries[] {
  return Object.entries(NOISES).flatMap(([noise, drawFactor]) =>
    steps.flatMap((step) =>
      Array.from({ length: count }, (_, number): MadeUpSeries => {
        const { normal } = createRandom(`${noise} ${step} ${number}`);
        const base = [55, 132, 1540, 98.1][number % 4] ?? 1;
        const values = Array.from(
          { length: COMMITS },
          (__, at) => base * (at < STEP_AT ? 1 : 1 + step / 100) * drawFactor(normal),
        );
        return { noise, step, values };
      }),
    ),
  );
}
