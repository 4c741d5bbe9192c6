import { describe, expect, test } from 'vitest';
import { columnAt, splitPrintedLines, rowAt } from './testing';

// Table 6: two lines per algorithm, the second under µClinux.
const TABLE_6 = `
AES 5120 kB MQX 9.059 0.55
µClinux 10.120 0.49
ARC4 5120 kB MQX 2.190 2.28
µClinux 2.201 2.27
DES 5120 kB MQX 18.453 0.27
µClinux 19.897 0.25
MD5 5120 kB MQX 1.396 3.58
µClinux 1.411 3.54
SHA 5120 kB MQX 3.635 1.38
µClinux 3.712 1.35
SHA-256 5120 kB MQX 9.145 0.55
µClinux 9.356 0.53
`;

const OPERATIONS = ['aes', 'arc4', 'des', 'md5', 'sha1', 'sha256'];

const lines = splitPrintedLines(TABLE_6);
const algorithms = OPERATIONS.map((operation, at) => {
  const [mqx = '', uclinux = ''] = lines.slice(2 * at, 2 * at + 2);
  const figures = [mqx, uclinux].flatMap((line) => line.split(' ').slice(-2));
  return { operation, name: mqx.split(' MQX')[0] ?? '', uclinux, figures };
});

describe('table 6', () => {
  test.each(algorithms)('$name', ({ operation, name, uclinux, figures }) => {
    expect(uclinux).toMatch(/^µClinux /);
    const columns = ['mqx', 'mqx-throughput', 'uclinux', 'uclinux-throughput'];
    const rows = columns.map((column) => rowAt(`twr-k70/table-6/${column}`, name));
    expect(rows.map(({ printed }) => printed)).toEqual(figures);
    expect(rows.map(({ unit }) => unit)).toEqual(['s', 'MB/s', 's', 'MB/s']);
    expect(rows[0]).toMatchObject({ op: `crypto/${operation}`, params: { kilobytes: 5120 } });
  });

  test('has no doubts, and both systems are on the same board', () => {
    for (const id of ['mqx', 'uclinux', 'mqx-throughput', 'uclinux-throughput']) {
      const { rows, system } = columnAt(`twr-k70/table-6/${id}`);
      expect(rows).toHaveLength(6);
      expect(rows.flatMap(({ doubts }) => doubts)).toEqual([]);
      expect(system?.coreHz).toBe(120e6);
    }
  });

  test('explains how close "very close" is', () => {
    const remarks = columnAt('twr-k70/table-6/uclinux').document.remarks.join(' ');
    expect(remarks).toContain('"AES 5120 kB" takes 12 % longer');
  });
});
