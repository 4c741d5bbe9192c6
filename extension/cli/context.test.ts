import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeElf } from '../agent/elf/testing';
import { fakeAgent } from '../engine/testing/fake-agent';
import { fakeTarget } from '../engine/testing/fake-target';
import type { BoardSetup } from '../targets/setup';
import type { FoundBoards } from './context';
import { call } from './testing/context';

const { target } = fakeTarget(() => fakeAgent([]));
const agent = writeElf(
  [{ vaddr: 0, data: new Uint8Array(8) }],
  [
    { name: '_SEGGER_RTT', value: 0x20000000 },
    { name: '__start_cyclescope_benches', value: 0 },
    { name: '__stop_cyclescope_benches', value: 0 },
    { name: 'cyclescope_bench_size', value: 200, absolute: true },
  ],
);

const board: BoardSetup = {
  id: 'launch:Debug (Bob\'s "J-Link")',
  title: 'MIMXRT1052',
  source: 'launch.json: "Debug"',
  namesPrograms: false,
  gaps: [{ what: 'the device', remedy: 'Name it as "device" in launch.json.' }],
};
const found: FoundBoards = {
  boards: [board],
  attached: {
    probes: [
      { title: 'J-Link', serial: '123', usbId: '1366:0105', servers: ['jlink'], family: 'j-link' },
    ],
    blind: { what: 'No probe can be seen from here', remedy: 'Start a server elsewhere.' },
  },
  problems: ['launch.json holds no JSON.'],
};

let cwd = '';
const run = (...words: readonly string[]) =>
  call(words, { cwd, targets: [target], findBoards: () => Promise.resolve(found) });

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-boards-'));
  await writeFile(join(cwd, 'agent.elf'), agent);
  await writeFile(join(cwd, 'main.c'), 'int main(void) { return 0; }'.repeat(3));
});
afterAll(() => rm(cwd, { recursive: true }));

describe('targets', () => {
  it('lists boards in shell quotes, with their source and what is missing', async () => {
    const { out, err, code } = await run('targets');
    expect(out).toContain(
      `'launch:Debug (Bob'\\''s "J-Link")'  from launch.json: "Debug"  (missing: the device, agent image)`,
    );
    expect(out).toMatch(/gdb:\/\/host:port[^]*J-Link 123/);
    expect(err).toMatch(/No probe can be seen from here\. Start[^]*holds no JSON/);
    expect(code).toBe(0);
  });

  it('prints the same as JSON', async () => {
    expect((await run('targets', '--json')).json()).toMatchObject({
      targets: [
        { id: 'fake' },
        { id: board.id, source: board.source, missing: ['the device', 'agent image'] },
      ],
      addresses: [
        { form: 'ssh://user@host:port' },
        { form: 'gdb://host:port' },
        { form: expect.stringMatching(/^serial:/) as string },
        { form: 'labgrid://PLACE or labgrid://?tag=value&tag=value' },
      ],
      probes: [{ serial: '123' }],
      blind: { what: 'No probe can be seen from here' },
      problems: found.problems,
    });
  });
});

describe('a board', () => {
  const list = (...words: readonly string[]) => run('list', '--target', board.id, ...words);

  it('is found by its id and uses the agent that is named', async () => {
    const { code, json } = await list('--elf', 'agent.elf', '--json');
    expect(json()).toMatchObject({ target: board.id, image: { origin: 'file' }, benches: [] });
    expect(code).toBe(0);
  });

  it.each([
    [[], 'no-image', /--elf FILE/],
    [['--elf', 'gone.elf'], 'no-image', /Build it first/],
    [['--elf', 'main.c'], 'bad-image', /linker wrote/],
  ])('without a usable agent (%j) is refused', async (words, code, hint) => {
    const done = await list(...words, '--json');
    expect(done.json()).toMatchObject({ error: { code, hint: expect.stringMatching(hint) } });
    expect(done.code).toBe(1);
  });

  it('is explained by doctor, alone or with the others', async () => {
    const { out, code } = await run('doctor', '--target', board.id);
    expect(out).toMatch(/missing {2}the device\n +Name it as "device"[^]*missing {2}agent image/);
    expect([out, code]).toEqual([expect.not.stringMatching(/^fake/m), 1]);
    expect((await run('doctor')).out).toMatch(/^fake[^]*^launch:/m);
  });
});

describe('a target', () => {
  it.each([
    ['launch:Debug (Bob\'s J-Link")', /Did you mean "launch:Debug/],
    ['gdb://host', /gdb:\/\/host:port/],
    ['ssh://a b', /ssh:\/\/user@host:port/],
    ['serial://ttyACM0', /serial:\/\/\/dev\/ttyACM0\?baud=115200/],
    ['another', /Available: fake, launch.*ssh:.*gdb:.*serial:/],
  ])('%s is unknown, and similar names are suggested', async (id, hint) => {
    const { code, json } = await run('list', '--target', id, '--json');
    expect(json()).toMatchObject({
      error: { code: 'unknown-target', hint: expect.stringMatching(hint) },
    });
    expect(code).toBe(2);
  });

  it('that is built in uses the agent that is named, too', async () => {
    const { code, json } = await run('list', '--target', 'fake', '--elf', 'agent.elf', '--json');
    expect(json()).toMatchObject({ target: 'fake', image: { origin: 'file' }, benches: [] });
    expect(code).toBe(0);
  });

  it('at an address needs an agent, too', async () => {
    const { err, code } = await run('list', '--target', 'gdb://localhost:3333');
    expect([err, code]).toEqual([expect.stringMatching(/No headline image is configured/), 1]);
  });

  it.each([
    ['run', '--target', 'fake', '--traced-elf', 'agent.elf'],
    ['run', '--target', 'gdb://h:1', '--traced-elf', 'agent.elf'],
    ['run', '--target', 'fake', '--allow-flash'],
    ['run', '--target', 'gdb://h:1', '--backup', 'kept'],
  ])('rejects options of boards that do not apply: %s %s %s %s', async (...words) => {
    expect((await run(...words)).code).toBe(2);
  });
});
