import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest } from './digest';

test.each([
  [[], '811c9dc5'],
  [[0], '9be17165'],
])('%j', (values, hex) => {
  expect(digest(Float64Array.from(values))).toBe(hex);
});

test('is FNV-1a over 64-bit values', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), (values) => {
      expect(digest(Float64Array.from(values))).toBe(slowDigest(values));
    }),
  );
});

function slowDigest(values: readonly number[]): string {
  const bytes = new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
  let hash = 0x811c9dc5n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
  return hash.toString(16).padStart(8, '0');
}
