import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hostname, userInfo } from 'node:os';
import { type Lease, leasePlace } from './lease';
import { resourceAt } from './resource';
import { FakeCoordinator } from './testing';

let coordinator: FakeCoordinator;
const reports: string[] = [];
const leases: Lease[] = [];

beforeEach(async () => {
  coordinator = new FakeCoordinator();
  vi.stubEnv('LG_COORDINATOR', await coordinator.start());
  reports.length = 0;
});
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.release();
  await coordinator.stop();
  vi.unstubAllEnvs();
});

async function take(tags: Readonly<Record<string, string>>, signal = new AbortController().signal) {
  const log = { info: (text: string) => void reports.push(text), debug: () => undefined };
  const options = { signal, log, check: resourceAt };
  const lease = await leasePlace(new Map(Object.entries(tags)), options);
  leases.push(lease);
  return lease;
}

const waitForLoss = ({ lost }: Lease) =>
  vi.waitUntil(() => lost.aborted && (lost.reason as Error).message);

describe('leasePlace', () => {
  test('reserves, acquires and releases a place with the tags', async () => {
    coordinator.add('board1', { core: 'm4' });
    coordinator.add('board2', { core: 'm7' });
    const { place, resources, lost, release } = await take({ core: 'm7' });
    expect(place.name).toBe('board2');
    expect(resources.map(({ params }) => params.get('probe'))).toEqual(['SN-board2']);
    expect(coordinator.getUser('board2')).toMatch(/^[^/]+\/[^/]+~cyclescope~\d+~\d+~[0-9a-f]{8}$/);
    await release();
    expect(coordinator.calls).toEqual([
      'AcquirePlace board2',
      'CancelReservation T0',
      'ReleasePlace board2',
    ]);
    expect([coordinator.getUser('board2'), coordinator.waiting, lost.aborted]).toEqual([
      '',
      0,
      false,
    ]);
  });

  test('waits for its turn, and reports the position and who is first', async () => {
    coordinator.add('board1', {}, 'lab7/anna');
    const first = take({ name: 'board1' });
    await vi.waitUntil(() => reports.length === 1);
    const second = take({ name: 'board1' });
    await vi.waitUntil(() => reports.length === 2);
    expect(reports).toEqual(
      [1, 2].map(
        (at) => `Waiting for board1: number ${at} in the queue. In use: board1 by lab7/anna.`,
      ),
    );
    coordinator.give('board1', '');
    const { release } = await first;
    await vi.waitUntil(() => reports.some((text) => /number 1 .*~cyclescope~/.test(text)));
    await release();
    expect((await second).place.name).toBe('board1');
  });

  test('gives the reservation back when it is cancelled while it waits', async () => {
    coordinator.add('board1', {}, 'lab7/anna');
    const life = new AbortController();
    const waiting = take({ name: 'board1' }, life.signal);
    await vi.waitUntil(() => reports.length === 1);
    life.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect([coordinator.waiting, coordinator.getUser('board1')]).toEqual([0, 'lab7/anna']);
  });

  test('does not acquire a place whose debug server is not there', async () => {
    coordinator.add('board1', {});
    coordinator.servers.set('board1', { isAvailable: false });
    await expect(take({ name: 'board1' })).rejects.toThrow('board1/gdb of board1 is not available');
    coordinator.servers.clear();
    await expect(take({ name: 'board1' })).rejects.toThrow('Nothing is exported for board1');
    expect(coordinator.calls).toEqual(['CancelReservation T0', 'CancelReservation T1']);
  });

  test('refuses tags that no place has, and lists the places', async () => {
    coordinator.add('board1', { core: 'm7' });
    await expect(take({ core: 'm4', rev: 'b' })).rejects.toMatchObject({
      message: expect.stringContaining('does not have a place with core=m4 rev=b') as string,
      hint: 'It has board1 (core=m7).',
    });
  });

  test('refuses to wait for a run of the same user that has ended, with the way to release it', async () => {
    const user = `${hostname()}/${userInfo().username}~cyclescope~4194305~1~00000000`;
    coordinator.add('board1', {}, user);
    await expect(take({ name: 'board1' })).rejects.toMatchObject({
      message: 'board1 is kept for a run of yours that has ended (process 4194305)',
      hint: expect.stringMatching(/^Release it: .* -p board1 release --kick$/) as string,
    });
    expect(coordinator.waiting).toBe(0);
  });

  test('waits for a place in use, and shows how to release one whose run has ended', async () => {
    const user = `${hostname()}/${userInfo().username}~cyclescope~4194305~1~00000000`;
    coordinator.add('board1', { core: 'm7' }, user);
    coordinator.add('board2', { core: 'm7' }, 'lab7/anna');
    const lease = take({ core: 'm7' });
    await vi.waitUntil(() => reports.length === 1);
    expect(reports[0]).toMatch(
      /board2 by lab7\/anna\. board1 is kept for a run of yours .*\. Release it: .* -p board1 release --kick$/,
    );
    coordinator.give('board1', '');
    expect((await lease).place.name).toBe('board1');
  });
});

describe('a place is lost', () => {
  test('when somebody takes it away', async () => {
    coordinator.add('board1', {});
    const lease = await take({ name: 'board1' });
    coordinator.give('board1', 'lab7/anna');
    expect(await waitForLoss(lease)).toBe('board1 was taken away from this run');
    await lease.release();
    expect(coordinator.getUser('board1')).toBe('lab7/anna');
  });

  test('when its exporter is gone', async () => {
    coordinator.add('board1', {});
    const lease = await take({ name: 'board1' });
    coordinator.removeExporter('board1');
    expect(await waitForLoss(lease)).toBe('The exporter lab of board1 is gone');
  });

  test('when the coordinator is gone', async () => {
    coordinator.add('board1', {});
    const lease = await take({ name: 'board1' });
    await coordinator.stop();
    expect(await waitForLoss(lease)).toMatch(
      /coordinator at 127\.0\.0\.1:\d+ is gone, and with it/,
    );
  });
});

describe('a coordinator is refused', () => {
  test('if its messages have other numbers', async () => {
    coordinator.description = new Uint8Array();
    await expect(take({ name: 'board1' })).rejects.toMatchObject({
      message: expect.stringMatching(
        /is not a coordinator of labgrid .*\.sync is missing/,
      ) as string,
      hint: expect.stringContaining('pip install labgrid==') as string,
    });
  });

  test('if it does not run', async () => {
    await coordinator.stop();
    await expect(take({ name: 'board1' })).rejects.toThrow(/cannot be reached.*ECONNREFUSED/);
  });

  test('if it is in the network', async () => {
    vi.stubEnv('LG_COORDINATOR', 'lab.example:20408');
    await expect(take({ name: 'board1' })).rejects.toMatchObject({
      hint: expect.stringContaining('ssh -L 20408:localhost:20408 lab.example') as string,
    });
  });
});
