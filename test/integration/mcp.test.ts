import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tools } from '../../extension/tools/descriptions';
import { isEverything } from '../everything';
import { workspaceForEach } from './cli-process';

/* `cyclescope mcp` with the official clients, in the protocol's current version and in the one that is negotiated. */

const root = join(import.meta.dirname, '..', '..');
const server = [process.execPath, join(root, 'dist', 'cli.cjs'), 'mcp'];
const here = join(import.meta.dirname, 'mcp');
const clients = {
  TypeScript: [process.execPath, join(here, 'client.mjs'), join(root, 'build', 'mcp')],
  Python: [join(root, 'build', 'mcp-python', 'bin', 'python'), join(here, 'client.py')],
};

describe.skipIf(!isEverything)('a client of the official SDK', () => {
  const workspace = workspaceForEach();

  it.each([
    ['TypeScript', '2026-07-28', '2026-07-28'],
    ['TypeScript', 'negotiated', '2025-11-25'],
    ['Python', '2026-07-28', '2026-07-28'],
    ['Python', 'negotiated', '2025-11-25'],
  ] as const)('for %s lists, measures and compares (%s)', async (language, wanted, version) => {
    const [program = '', ...args] = clients[language];
    const { stdout } = await promisify(execFile)(program, [...args, wanted, ...server], {
      cwd: workspace.folder,
      env: { ...process.env, TMPDIR: join(workspace.folder, 'tmp') },
    });
    expect(JSON.parse(stdout)).toEqual({
      version,
      server: 'cyclescope',
      tools: tools.map(({ name }) => name),
      benchmarks: expect.any(Number),
      run: 'complete',
      progressed: true,
      faster: 'no',
      outside: expect.stringContaining('outside the workspace'),
      unknown: -32602,
      stopped: 'cancelled',
    });
  });
});
