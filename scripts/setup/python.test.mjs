import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { labgrid, mcpPython, pyocd } from '../lib/paths.mjs';

describe.each([
  ['pyocd==0.46.0', pyocd],
  ['labgrid==26.0.1', labgrid],
  ['mcp==2.3.0', mcpPython],
])('the lock of %s', (version, tool) => {
  const lock = readFileSync(tool.lock, 'utf8');
  /** Each package's entry, up to the next one. */
  const packages = lock.split(/^(?=[a-z])/m).slice(1);

  it('pins it', () => {
    expect(packages.some((text) => text.startsWith(`${version} `))).toBe(true);
  });

  it.each(packages.map((text) => [text.split(' ')[0], text]))('%s is locked', (name, text) => {
    expect(name).toMatch(/^[a-z0-9-]+==[0-9a-z.]+$/);
    expect(text).toMatch(/--hash=sha256:[0-9a-f]{64}/);
  });

  it('names no registry', () => expect(lock).not.toMatch(/https?:|^ *-[-a-z]*(url|links)/m));
});
