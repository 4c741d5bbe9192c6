import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newClient } from '../../base/calls';
import type { BoardSetup } from '../../targets';
import { claimProbe } from '../../targets/board/ownership/claim';
import { wrapPort } from '../../host';
import type { SystemCalls } from './protocol';
import { serveSystem } from './worker';

let channel: MessageChannel;
let folder = '';

beforeEach(async () => {
  channel = new MessageChannel();
  serveSystem(wrapPort(channel.port1));
  folder = await mkdtemp(join(tmpdir(), 'system-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  channel.port1.close();
  await rm(folder, { recursive: true });
});

const call = () => newClient<SystemCalls>(wrapPort(channel.port2)).call;

it('reports the requested targets, and what is missing', async () => {
  const reports = await call()('inspect', {
    targets: ['local-linux', 'no-such-target'],
    imageFolders: [{ folder: join(folder, 'images'), origin: 'shipped' }],
    packageFolder: join(import.meta.dirname, '../../..'),
  });
  expect(reports.map(({ target, isReady }) => `${target} ${isReady}`)).toEqual([
    'local-linux false',
  ]);
  const image = reports[0]?.requirements.find(({ name }) => name === 'agent image');
  expect(image).toMatchObject({ found: undefined, remedy: expect.stringContaining('build') });
});

it('fetches no kernel for a target that boots none', async () => {
  const fetching = call()('fetchKernel', { target: 'qemu-freertos-m7' });
  await expect(fetching).rejects.toMatchObject({ code: 'usage' });
});

it("finds a kernel in its environment's folder, and does not fetch it again", async () => {
  vi.stubEnv('CYCLESCOPE_KERNELS', folder);
  const kernel = join(folder, 'armmp-lpae');
  await mkdir(kernel);
  const description = { schema: 1, package: 'linux-image-x', version: '1', sha256: {} };
  await writeFile(join(kernel, 'kernel.json'), JSON.stringify(description));
  await writeFile(join(kernel, 'vmlinuz'), '');
  await writeFile(join(kernel, 'imx6ul-14x14-evk.dtb'), '');
  expect(await call()('fetchKernel', { target: 'qemu-linux-imx6ul' })).toEqual({
    name: 'linux-image-x 1',
    folder: kernel,
    upToDate: true,
  });
});

it('samples a board in use once it is free, and reports that it waits', async () => {
  vi.stubEnv('TMPDIR', folder);
  const server = {
    kind: 'openocd',
    program: join(folder, 'no-openocd'),
    configFiles: [],
    searchFolders: [],
    commands: [],
  } as const;
  const board: BoardSetup = {
    id: 'board:a',
    title: 'A',
    source: '',
    probe: 'NO-PROBE',
    namesPrograms: false,
    gaps: [],
    server,
  };
  const owner = claimProbe(board);
  await owner.take();
  const onReport = vi.fn((report: SystemCalls['sample']['reports']) => {
    if ('isWaiting' in report) owner.release();
  });
  const sampled = call()('sample', { board, seconds: 1, folder, waitSeconds: 60 }, { onReport });
  // The board was free, or its server would not have been started.
  await expect(sampled).rejects.toMatchObject({ code: 'missing-program' });
  expect(onReport).toHaveBeenCalledWith({ isWaiting: true });
});
