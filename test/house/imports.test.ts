import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Room, rooms } from '../../scripts/lint/rooms';
import { importProblem } from '../../scripts/lint/room-imports';

const root = join(import.meta.dirname, '..', '..');

/** The rooms of the extension as ARCHITECTURE.md's table tells them. */
function documentedRooms(text: string): Pick<Room, 'folder' | 'mayImport'>[] {
  const rows = text.matchAll(/^\| `(extension\/\w+\/)` *\|[^|]*\| ([^|]*?) *\|$/gm);
  return [...rows].map(([, folder = '', imports = '']) => ({
    folder,
    mayImport: imports
      .split(', ')
      .map((name) => `extension/${name}/`)
      .filter((imported) => imported !== folder),
  }));
}

describe('import directions', () => {
  it('are the ones that ARCHITECTURE.md tells', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const enforced = rooms.map(({ folder, mayImport }) => ({ folder, mayImport }));
    expect(documentedRooms(text)).toEqual(enforced);
  });

  it.each([
    ['extension/core/measure/a.ts', '../../targets/target'],
    ['extension/core/measure/a.ts', 'node:fs'],
    ['extension/core/measure/a.ts', 'fs'],
    ['extension/core/measure/a.ts', 'vscode'],
    ['extension/core/measure/a.ts', '../../../scripts/lint/rooms'],
    ['extension/core/a.ts', '../../package.json'],
    ['extension/targets/qemu/a.ts', '../../engine/run'],
    ['extension/engine/a.ts', '../cli/args'],
    ['extension/cli/a.ts', 'vscode'],
    ['extension/editor/a.ts', '../cli/args'],
    ['extension/editor/a.ts', '../workers/run/main'],
    ['extension/editor/panels/a.ts', '../../views/results/main'],
    ['extension/workers/run/a.ts', 'vscode'],
    ['extension/workers/run/a.ts', '../recording/index'],
    ['extension/views/results/a.ts', 'node:fs'],
    ['extension/views/results/a.ts', '../compare/protocol'],
    ['extension/views/results/a.ts', '../../engine/run'],
    ['extension/cli/a.ts', '../../test/golden/a'],
    ['extension/core/measure/a.test.ts', '../../engine/run'],
  ])('%s must not import %s', (file, specifier) => {
    expect(importProblem(file, specifier)).toMatch(/ (may import only from|must run without) /);
  });

  it.each([
    ['extension/core/measure/a.ts', '../agent/manifest'],
    ['extension/core/measure/a.ts', 'valibot'],
    ['extension/core/measure/a.test.ts', 'node:fs'],
    ['extension/targets/qemu/a.ts', '../../core/elf'],
    ['extension/engine/a.ts', '../targets/target'],
    ['extension/cli/commands/a.ts', '../../../package.json'],
    ['extension/editor/panels/a.ts', 'vscode'],
    ['extension/editor/panels/a.ts', '../../views/results/protocol'],
    ['extension/editor/panels/a.ts', '../../workers/run/protocol'],
    ['extension/workers/run/a.ts', '../shared/rpc'],
    ['extension/workers/run/a.ts', '../../engine/run'],
    ['extension/views/results/a.ts', '../shared/theme'],
    ['extension/views/results/a.ts', './protocol'],
    ['test/integration/a.test.ts', '../../extension/cli/main'],
  ])('%s may import %s', (file, specifier) => {
    expect(importProblem(file, specifier)).toBeUndefined();
  });
});

describe('the linter', () => {
  const eslint = new ESLint({ cwd: root });

  /** Lints text as if it stood in a file that exists, because type-aware rules need one. */
  const rulesBrokenBy = async (text: string, file = 'extension/core/agent/manifest.ts') => {
    const [result] = await eslint.lintText(text, { filePath: join(root, file) });
    return result?.messages.map(({ ruleId }) => ruleId);
  };

  beforeAll(() => rulesBrokenBy(''), 60_000);

  it.each([
    ["import '../../engine/run';"],
    ["export * from '../../cli/main';"],
    ["export { targets } from '../../targets';"],
    ["export const later = () => import('node:fs');"],
    ["export type Later = import('../../targets/target').Target;"],
  ])('reports %s in core', async (text) => {
    expect(await rulesBrokenBy(text)).toContain('rooms/imports');
  });

  it.each([
    ['console.log(1);', 'no-console'],
    ['export const now = process.hrtime;', 'no-restricted-globals'],
    ['export const value: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['export const x = 1;\n'.repeat(301), 'max-lines'],
    [`export function f() {\n${'f();\n'.repeat(60)}}\n`, 'max-lines-per-function'],
  ])('reports what the house does not allow (%#)', async (text, rule) => {
    expect(await rulesBrokenBy(text)).toContain(rule);
  });

  it.each([
    ["import 'esbuild';", 'scripts/setup/steps.mjs'],
    ["import { ensure } from 'ensure';", 'scripts/setup.mjs'],
  ])('reports %s in %s, which runs before npm', async (text, file) => {
    expect(await rulesBrokenBy(text, file)).toContain('no-restricted-imports');
  });
});
