import { describe, expect, test } from 'vitest';
import { findMisfit, readReservations, readUpdate } from './protocol';
import { decodeBase64, recorded } from './testing';

/* Read what a coordinator and an exporter of labgrid 26.0.1 have sent. */

const all = (messages: readonly string[]) =>
  messages.map((message) => readUpdate(decodeBase64(message)));

describe('messages of labgrid 26.0.1', () => {
  test('have the numbers that are used here', () => {
    expect(findMisfit(decodeBase64(recorded.description))).toBeUndefined();
  });

  test('are refused with another number, or without a field', () => {
    const changed = Buffer.from(decodeBase64(recorded.description));
    const field = 'placename';
    const end = changed.indexOf(field, changed.indexOf('AcquirePlaceRequest')) + field.length;
    // The tag of a field's number, and the number.
    expect([...changed.subarray(end, end + 2)]).toEqual([0x18, 1]);
    changed[end + 1] = 9;
    expect(findMisfit(changed)).toBe('AcquirePlaceRequest.placename is 9, not 1');
    expect(findMisfit(new Uint8Array())).toBe('ClientInMessage.sync is missing, not 1');
  });

  test('list resources and places, and end with the answer', () => {
    const updates = all(recorded.updates);
    expect(updates.map(({ isSync }) => isSync)).toEqual([false, false, true]);
    const resources = updates.flatMap((update) => update.resources);
    expect(
      resources.map(({ exporter, name, cls, params, isAvailable }) => [
        [exporter, name, cls, isAvailable],
        Object.fromEntries(params),
      ]),
    ).toEqual([
      [
        ['lab', 'gdb', 'CyclescopeGDBServer', true],
        { host: '127.0.0.1', port: '3391', core: 'cortex-m7', probe: 'RIG7181' },
      ],
      [
        ['lab', 'serial', 'NetworkSerialPort', true],
        { host: '127.0.0.1', port: '4491', speed: '115200' },
      ],
      [
        ['lab', 'ssh', 'NetworkService', true],
        { address: '127.0.0.1', port: '22', username: 'root' },
      ],
    ]);
    const places = updates.flatMap((update) => update.places);
    expect(places.map(({ name, tags, user }) => [name, Object.fromEntries(tags), user])).toEqual(
      [1, 2, 3].map((each) => [`board${each}`, { core: 'm7', board: 'rig' }, '']),
    );
    const at = places.map((place) => resources.filter(place.has).map(({ name }) => name));
    expect(at).toEqual([['gdb'], ['serial'], ['ssh']]);
  });

  test('show who acquires a place, and that an exporter is gone', () => {
    const users = all(recorded.acquired).flatMap(({ places }) => places.map(({ user }) => user));
    expect(users).toEqual(['', 'lab7/anna']);
    const gone = all(recorded.exporterGone).flatMap(({ goneResources }) => goneResources);
    expect(gone.map(({ exporter, group, name }) => `${exporter}/${group}/${name}`)).toEqual([
      'lab/board1/gdb',
      'lab/board2/serial',
      'lab/board3/ssh',
    ]);
  });

  test('hold reservations', () => {
    const [reservation, ...others] = readReservations(decodeBase64(recorded.reservations));
    expect(others).toEqual([]);
    expect(reservation).toEqual({
      token: expect.stringMatching(/^[A-Z0-9]{10}$/),
      state: 1,
      tags: new Map([
        ['name', 'board1'],
        ['core', 'm7'],
      ]),
      place: 'board1',
      created: expect.closeTo(1_795_774_000, -5),
    });
  });
});
