import { describe, expect, test } from 'vitest';
import { publishedColumns } from './published';

const measured = publishedColumns().filter(({ derived }) => !derived);

describe('the operation that measures a published row', () => {
  test.each(measured.map((column) => [column.address, column] as const))(
    'is known for every row of %s',
    (_, { rows, system }) => {
      for (const { name, op, made } of rows) {
        expect(op ?? made?.parts.length, name).toBeTruthy();
      }
      expect(system?.again).toMatch(/^\S.{10,}[^.]$/);
    },
  );

  test('has the name of a suite and a benchmark', () => {
    const parts = publishedColumns().flatMap(({ rows }) =>
      rows.flatMap(({ op, made }) => [op ?? [], ...(made?.parts.map((part) => part.op) ?? [])]),
    );
    for (const op of parts.flat()) expect(op).toMatch(/^[a-z_]+\/\w+$/);
    expect(new Set(parts.flat()).size).toBe(70);
  });

  test.each([
    ['native_zephyr/native_mutex_create_destroy', 'native_sync/mutex_create_destroy'],
    ['native_zephyr/native_thread_context_switch', 'native_thread/context_switch'],
    ['native_zephyr/native_queue_create_destroy', 'native_queue/create_destroy'],
    ['native_zephyr/native_stream_send_recv_64B', 'native_stream/send_recv_64B'],
    ['native_zephyr/native_event_signal_wait', 'native_sync/event_signal_wait'],
  ])("the kernel's own %s is our %s", (name, op) => {
    const cases = publishedColumns().find(({ address }) =>
      address.endsWith('overtos-zephyr/cases/c'),
    );
    expect(cases?.rows.find((row) => row.name === name)?.op).toBe(op);
  });
});
