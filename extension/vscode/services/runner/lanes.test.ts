import { describe, expect, it } from 'vitest';
import type { BoardSetup } from '../../../targets/setup';
import { disturbEachOther, type LaneTarget, newLanes } from './lanes';

const never = new AbortController().signal;

/** Resolves after everything that waits for nothing else. */
const resolveLater = <T>(value: T) =>
  new Promise<T>((resolve) => setImmediate(() => resolve(value)));

const target = (id: string, deterministic = false): LaneTarget => ({ id, deterministic });
const machine = (id: string): LaneTarget => ({ id, deterministic: false, isRemote: true });
const boardTarget = (id: string, setup: Partial<BoardSetup>): LaneTarget => {
  const rest = { id, title: '', source: '', namesPrograms: false, gaps: [] };
  return { id, deterministic: false, board: { ...rest, ...setup } };
};
const one = boardTarget('launch:a', { probe: '683001' });
const other = boardTarget('launch:b', { probe: '683002' });
const local = target('local-linux');
const emulator = target('qemu-freertos-m7', true);
const emulated = boardTarget('zephyr:build', { server: { kind: 'qemu', machine: 'mps2-an385' } });
const atPort = (path: string): LaneTarget => ({
  ...boardTarget(`serial://${path}`, { server: { kind: 'serial', path, baud: 115_200 } }),
  isRemote: true,
});

describe('a lane', () => {
  it('runs one after the other, in order', async () => {
    const lanes = newLanes();
    const seen: string[] = [];
    const visit = async (name: string) => {
      const leave = await lanes.enter(one, never);
      seen.push(`${name} in`);
      await Promise.resolve();
      seen.push(`${name} out`);
      leave?.();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('does not wait for another lane', async () => {
    const lanes = newLanes();
    await lanes.enter(one, never);
    expect(await lanes.enter(other, never)).toBeTypeOf('function');
  });

  it.each([
    ['another emulator', ['a', 'b', 'c']],
    ['another run of the same emulator', ['a', 'a', 'a']],
  ])('does not wait for %s as long as there is a processor', async (_, ids) => {
    const lanes = newLanes(2);
    const [first, second, last] = ids.map((id) => target(id, true));
    const leave = await lanes.enter(first!, never);
    await lanes.enter(second!, never);
    const third = lanes.enter(last!, never);
    expect(await Promise.race([third.then(() => 'in'), resolveLater('waiting')])).toBe('waiting');
    leave?.();
    expect(await third).toBeTypeOf('function');
  });

  it('is left immediately on a cancel while waiting, without blocking the next', async () => {
    const lanes = newLanes();
    const leave = await lanes.enter(one, never);
    const abort = new AbortController();
    const waiting = lanes.enter(one, abort.signal);
    const next = lanes.enter(one, never);
    abort.abort();
    expect(await waiting).toBeUndefined();
    const state = await Promise.race([next.then(() => 'in'), Promise.resolve('waiting')]);
    expect(state).toBe('waiting');
    leave?.();
    expect(await next).toBeTypeOf('function');
  });

  it('ignores a run that was cancelled before', async () => {
    expect(await newLanes().enter(one, AbortSignal.abort())).toBeUndefined();
  });
});

describe('concurrent runs', () => {
  const server = { kind: 'external', host: 'pi', port: 3333 } as const;
  const jlink = { kind: 'jlink', device: 'x', args: [] } as const;

  it.each<[string, boolean, LaneTarget, LaneTarget]>([
    ['one emulated target', false, emulator, emulator],
    ['one emulated board', false, emulated, emulated],
    ['two emulators', false, emulator, target('qemu-linux-imx6ul', true)],
    ['an emulated board and an emulator', false, emulated, emulator],
    ['an emulated board and a probe', false, emulated, one],
    ['two serial ports', false, atPort('/dev/ttyACM0'), atPort('/dev/ttyACM1')],
    ['one serial port', true, atPort('/dev/ttyACM0'), atPort('/dev/ttyACM0')],
    ['a serial port and an emulator', false, atPort('/dev/ttyACM0'), emulator],
    ['two machines', false, machine('ssh://root@a'), machine('ssh://root@b')],
    ['one machine', true, machine('ssh://root@a'), machine('ssh://root@a')],
    ['one probe by two configurations', true, one, boardTarget('board:a', { probe: '683001' })],
    ['two probes', false, one, other],
    ['the only probe and one with a number', true, one, boardTarget('launch:c', {})],
    [
      'one server by two names',
      true,
      boardTarget('gdb://pi:3333', { server }),
      boardTarget('board:pi', { server: { ...server, host: 'PI' } }),
    ],
    [
      'a probe in the network and one here',
      false,
      boardTarget('launch:n', { server: { ...jlink, address: '10.0.0.7' } }),
      boardTarget('launch:c', { server: jlink }),
    ],
    ['a board and an emulator', false, one, emulator],
    ["a board and this computer's own time", true, one, local],
    ["a machine's host and this computer's own time", true, machine('ssh://root@a'), local],
    ["an emulator and this computer's own time", true, emulator, local],
  ])('%s: %s', (_, expected, a, b) => {
    expect(disturbEachOther(a, b)).toBe(expected);
    expect(disturbEachOther(b, a)).toBe(expected);
  });
});
