import { describe, expect, test } from 'vitest';
import { findPublished, publishedColumns } from './published';

describe('publishedColumns', () => {
  test('addresses are unique and well-formed, and each finds its column', () => {
    const addresses = publishedColumns().map(({ address }) => address);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const column of publishedColumns()) {
      expect(column.address).toMatch(/^published:[a-z0-9-]+\/[a-z0-9-]+\/[a-z0-9-]+$/);
      expect(findPublished(column.address)).toEqual({ column });
    }
  });

  test('finds a row by its name, and an operation by its parameters', () => {
    for (const { address, rows } of publishedColumns()) {
      const names = rows.map(({ name }) => name);
      const ops = rows.flatMap(({ op, params }) =>
        op === undefined ? [] : [`${op} ${JSON.stringify(params)}`],
      );
      expect(new Set(names).size, address).toBe(names.length);
      expect(new Set(ops).size, address).toBe(ops.length);
    }
  });

  test('every figure is a number and every measured column has a system', () => {
    for (const { address, rows, derived, system } of publishedColumns()) {
      expect(rows.length, address).toBeGreaterThan(0);
      expect(
        rows.every(({ value }) => Number.isFinite(value)),
        address,
      ).toBe(true);
      if (!derived) expect(system?.coreHz, address).toBeGreaterThan(0);
    }
  });

  test.each([
    ['nxp-zephyr-linux', 3, 21],
    ['cmsis-rtos', 4, 53],
    ['overtos-zephyr', 28, 459],
    ['twr-k70', 21, 354],
  ])('%s has %i columns with %i figures', (id, columns, figures) => {
    const own = publishedColumns().filter(({ document }) => document.id === id);
    expect(own).toHaveLength(columns);
    expect(own.flatMap(({ rows }) => rows)).toHaveLength(figures);
  });
});

describe('findPublished suggests', () => {
  test.each([
    ['published:nxp/average/zephyr', ['published:nxp-zephyr-linux/average/zephyr-rt1050']],
    ['nxp-zephyr-linux/avrage/linux', ['published:nxp-zephyr-linux/average/linux-imx6ul']],
    [
      'published:cmsis-rtos/table-ii',
      ['rtk', 'x', 'foss'].map((id) => `published:cmsis-rtos/table-ii/${id}`),
    ],
    ['published:twr-k70/table-4/rpi', ['published:twr-k70/table-4/rpi4']],
    ['published:zebra/average/rtk', []],
  ])('for %s: %j', (address, near) => {
    expect(findPublished(address)).toEqual({ near });
  });
});
