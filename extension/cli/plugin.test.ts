import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseArguments } from './args';
import { licenceOptions } from './licences';
import { chooseRecorder } from './plugin';
import { fakeContext } from './testing/context';

/** A package whose plugin has not been built, and a user who accepts no licence. */
function newPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-plugin-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'target-agent', 'emulator'), { recursive: true });
  writeFileSync(join(folder, 'target-agent', 'emulator', 'execution.c'), '');
  return folder;
}

test.each([
  ['by plugin or log', [/not accepted/, /^Reading QEMU's log instead/]],
  // The engine refuses it, with the reason.
  ['by plugin', [/not accepted/]],
] as const)('without its plugin, a target that records %s is reported', async (...given) => {
  const [recordsExecution, expected] = given;
  const packageFolder = newPackage();
  const reported: string[] = [];
  const context = fakeContext({ targets: [], cwd: packageFolder, packageFolder });
  const terminal = { ...context.terminal, report: (text: string) => void reported.push(text) };
  const args = parseArguments({ name: 'profile', about: '', options: licenceOptions }, []);
  expect(await chooseRecorder({ recordsExecution }, args, { ...context, terminal })).toEqual({});
  expect(reported).toEqual(expected.map((text) => expect.stringMatching(text) as string));
});
