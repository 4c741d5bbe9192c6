import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { LINUX_BOARDS, type LinuxBoard } from '../../extension/targets/qemu-linux/kernel';
import { type LinuxResources, openBoard } from '../../extension/targets/qemu-linux/kind';
import type { OpenOptions, TargetLink } from '../../extension/targets/target';
import { testInAll } from '../everything';
import { HANGS_MS } from '../patience.mjs';
import { buildFirmware } from './firmware-linux/build';
import { listLeftOvers } from './left-over';

const [BOARD] = LINUX_BOARDS as readonly [LinuxBoard];

let firmware: AgentImage;
beforeAll(() => {
  firmware = buildFirmware();
});

let folder: string;
let pids: number[];
let links: TargetLink[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-board-'));
  mkdirSync(join(folder, 'scratch'));
  pids = [];
  links = [];
});
afterEach(async () => {
  for (const link of links) await link.close();
  expect(listLeftOvers(folder, pids)).toEqual([]);
  rmSync(folder, { recursive: true });
});

describe('the emulated board', () => {
  test('boots, answers announced lines, and reports a crash of the agent by its first process', async () => {
    const { replies, stream } = await life(['time', 'stream 1', 'time', 'crash']);
    expect(replies).toEqual([
      expect.stringMatching(/^ok time at=0\.\d{9}$/),
      'ok stream 1 at=0.000000000',
      expect.stringMatching(/^ok time at=0\.\d{9}$/),
      'panic reason="the agent was ended by signal 11"',
    ]);
    expect(stream.length).toBe(1024);
  });

  testInAll('is the same in every run whatever the host does, without losses', async () => {
    const lines = ['time', 'stream 256', 'time', 'stream 64', 'time'];
    const quiet = await life(lines);
    const burners = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);']),
    );
    try {
      const loaded = await life(lines, BOARD, (link) => setTimeout(() => link.stall(200), 50));
      expect(loaded.replies).toEqual(quiet.replies);
      expect(digest(loaded.stream)).toBe(digest(quiet.stream));
    } finally {
      for (const burner of burners) burner.kill('SIGKILL');
    }
    expect(countGaps(quiet.stream)).toEqual({ bytes: 320 * 1024, gaps: 0 });
  });

  testInAll('has another clock if the device tree is changed', async () => {
    const { replies } = await life(['clock'], { ...BOARD, architectedTimer: true });
    expect(replies).toEqual(['ok arch_sys_counter at=0.000000000']);
  });

  testInAll('boots again for a line that was not announced, and after a restart', async () => {
    const link = await open();
    const [first] = await exchange(link, ['time']);
    expect(await exchange(link, ['time'])).toEqual([first]);
    await link.restart();
    link.announce?.(['time', 'again']);
    expect(await exchange(link, ['time', 'again'])).toEqual([first, 'ok again at=0.000000000']);
  });
});

describe('failures', () => {
  testInAll('a line other than the announced one is rejected', async () => {
    const link = await open();
    link.announce?.(['time', 'time']);
    await exchange(link, ['time']);
    await expect(link.sendLine('hello')).rejects.toMatchObject({ code: 'bad-image' });
  });

  testInAll('pending calls are rejected when the emulator is killed', async () => {
    const link = await open();
    link.announce?.(['stream 100000']);
    await link.sendLine('stream 100000');
    const line = link.nextLine(HANGS_MS);
    await new Promise<void>((resolve) => link.onStream(() => resolve()));
    for (const pid of pids.slice(-1)) process.kill(pid, 'SIGKILL');
    const gone = { code: 'target-gone', message: expect.stringContaining('SIGKILL') };
    await expect(line).rejects.toMatchObject(gone);
    await expect(link.drain()).rejects.toMatchObject(gone);
  });

  testInAll('stopping switches the board off', async () => {
    const link = await open();
    await link.sendLine('time');
    const line = link.nextLine(HANGS_MS);
    const stopped = { code: 'cancelled' };
    const waiting = expect(line).rejects.toMatchObject(stopped);
    await expect(link.sendLine('stop')).rejects.toMatchObject(stopped);
    await waiting;
  });

  testInAll('a panic of the kernel is quoted', async () => {
    const elf = firmware.elf.slice();
    // No code follows the header that makes it an image.
    elf.fill(0, 0x34);
    const link = await open({}, { image: { ...firmware, elf } });
    await link.sendLine('time');
    await expect(link.nextLine(HANGS_MS)).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('panic'),
    });
  });

  test('a missing kernel is reported with the command that fetches it', async () => {
    const kernels = join(folder, 'nothing');
    await expect(open({}, { resources: { kernels } })).rejects.toMatchObject({
      code: 'missing-program',
      message: expect.stringContaining(`no kernel for ${BOARD.target}`),
      hint: `Fetch it with: cyclescope fetch-kernel --target ${BOARD.target}`,
    });
  });

  test('a missing emulator is reported with what installs it', async () => {
    const link = await open({}, { board: { ...BOARD, program: 'qemu-system-nowhere' } });
    await link.sendLine('time');
    await expect(link.nextLine(HANGS_MS)).rejects.toMatchObject({ code: 'missing-program' });
  });

  test('a second owner is refused', async () => {
    await open();
    await expect(open()).rejects.toMatchObject({ code: 'busy' });
  });

  test('a cancel leaves nothing behind', async () => {
    await expect(open({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test.each([
    ['damaged', { elf: new Uint8Array(100) }],
    ['for another target', { manifest: { target: 'local-linux' } }],
  ])('an image that is %s is rejected', async (_, { elf, manifest }: Damage) => {
    const image = {
      ...firmware,
      elf: elf ?? firmware.elf,
      manifest: { ...firmware.manifest, ...manifest },
    };
    await expect(open({}, { image })).rejects.toMatchObject({ code: 'bad-image' });
  });
});

interface Damage {
  readonly elf?: Uint8Array;
  readonly manifest?: { readonly target: string };
}

interface Scene {
  readonly board?: LinuxBoard;
  readonly image?: AgentImage;
  readonly resources?: LinuxResources;
}

async function open(options: Partial<OpenOptions> = {}, scene: Scene = {}): Promise<TargetLink> {
  const { board = BOARD, image = firmware, resources = {} } = scene;
  const log = {
    info: () => undefined,
    debug: (message: string) => pids.push(Number(/\d+$/.exec(message)?.[0])),
  };
  const link = await openBoard(
    board,
    image,
    { signal: new AbortController().signal, log, ...options },
    { scratchRoots: [join(folder, 'scratch')], lockFolder: join(folder, 'locks'), ...resources },
  );
  links.push(link);
  return link;
}

/** Has lines carried out and collects the answers. */
async function exchange(link: TargetLink, lines: readonly string[]): Promise<readonly string[]> {
  const replies: string[] = [];
  for (const line of lines) {
    await link.sendLine(line);
    replies.push(await link.nextLine(HANGS_MS));
  }
  return replies;
}

/** One start of the board, from the first line to the end of its stream. */
async function life(
  lines: readonly string[],
  board = BOARD,
  onStream: (link: TargetLink) => void = () => undefined,
): Promise<{ readonly replies: readonly string[]; readonly stream: Buffer }> {
  const link = await open({}, { board });
  const chunks: Uint8Array[] = [];
  link.onStream((bytes) => {
    if (chunks.length === 0) onStream(link);
    chunks.push(bytes);
  });
  link.announce?.(lines);
  const replies = await exchange(link, lines);
  await link.drain();
  await link.close();
  return { replies, stream: Buffer.concat(chunks) };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Counts the words that do not follow the one before. */
function countGaps(stream: Buffer): { bytes: number; gaps: number } {
  const words = Array.from({ length: stream.length / 4 }, (_, at) => stream.readUInt32LE(4 * at));
  const gaps = words.filter((word, index) => word !== index).length;
  return { bytes: stream.length, gaps };
}
