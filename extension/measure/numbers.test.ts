import { expect, test } from 'vitest';
import { formatMean, formatNumber, formatRate, formatTime, plural } from './figure';

test.each([
  [0, '0', '0.0'],
  [999, '999', '999.0'],
  [1000, '1,000', '1,000.0'],
  [-1234567, '-1,234,567', '-1,234,567.0'],
  [1234.56, '1,234.6', '1,234.6'],
])('%d', (value, number, mean) => {
  expect(formatNumber(value)).toBe(number);
  expect(formatMean(value)).toBe(mean);
});

test.each([
  [245, '245 ns'],
  [1500, '1.50 µs'],
  [12_345_678, '12.3 ms'],
  [5e12, '5.00e+3 s'],
])('%d ns', (value, text) => {
  expect(formatTime(value)).toBe(text);
});

test.each([
  [1500, 1.23, '1.5000±0.0012 µs'],
  [1500, 120, '1.50±0.12 µs'],
  [12_345_678, 2e6, '12.3±2 ms'],
])('%d ns within %d', (value, margin, text) => {
  expect(formatTime(value, margin)).toBe(text);
});

test.each([
  [43_210, '43.2 kB/s'],
  [750_400, '750 kB/s'],
  [4_350_000, '4.3 MB/s'],
])('%d bytes a second', (value, text) => {
  expect(formatRate(value)).toBe(text);
});

test('a noun agrees with its number', () => {
  expect([plural(1, 'sample'), plural(2000, 'sample')]).toEqual(['1 sample', '2,000 samples']);
});
