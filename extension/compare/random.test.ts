import { mean, sampleStandardDeviation } from 'simple-statistics';
import { expect, test } from 'vitest';
import { binomial, createRandom, gamma, xoshiro128 } from './random';

const many = (draw: () => number): number[] => Array.from({ length: 20_000 }, draw);

test('the generator gives its published numbers', () => {
  const next = xoshiro128([1, 2, 3, 4]);
  expect([next(), next(), next(), next()]).toEqual([11_520, 0, 5_927_040, 70_819_200]);
});

test('the same seed gives the same numbers, another one others', () => {
  const first = (seed: string): number[] => {
    const random = createRandom(seed);
    return [random.uniform(), random.normal(), random.below(1000)];
  };
  expect(first('a')).toEqual(first('a'));
  expect(first('a')).not.toEqual(first('b'));
});

test.each([
  ['uniform', 0.5, Math.sqrt(1 / 12), () => createRandom('u').uniform],
  ['normal', 0, 1, () => createRandom('n').normal],
  ['gamma of shape 1', 1, 1, () => drawing((random) => gamma(1, random))],
  ['gamma of shape 50', 50, Math.sqrt(50), () => drawing((random) => gamma(50, random))],
  ['binomial, rare', 3, Math.sqrt(2.991), () => drawing(binomial(1000, 0.003))],
  ['binomial, even', 20, Math.sqrt(10), () => drawing(binomial(40, 0.5))],
  ['binomial, sure', 7, 0, () => drawing(binomial(7, 1))],
] as const)('%s numbers have their mean and deviation', (_, expected, deviation, drawer) => {
  const drawn = many(drawer());
  expect(Math.abs(mean(drawn) - expected)).toBeLessThanOrEqual(deviation * 0.03);
  expect(Math.abs(sampleStandardDeviation(drawn) - deviation)).toBeLessThanOrEqual(
    deviation * 0.03,
  );
});

function drawing(draw: (random: ReturnType<typeof createRandom>) => number): () => number {
  const random = createRandom('drawing');
  return () => draw(random);
}
