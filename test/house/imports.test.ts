import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { importCycles } from '../../scripts/lint/cycles';
import { importProblem } from '../../scripts/lint/imports';
import { packages } from '../../scripts/lint/packages';

const root = join(import.meta.dirname, '..', '..');

describe('the packages', () => {
  it('import only from packages above them', () => {
    const seen = new Set<string>();
    for (const { name, mayImport } of packages) {
      expect([name, mayImport.filter((other) => !seen.has(other))]).toEqual([name, []]);
      seen.add(name);
    }
  });

  it('are the folders of the extension', () => {
    const folders = readdirSync(join(root, 'extension'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.sort()).toEqual(packages.map(({ name }) => name).sort());
  });

  it.each(packages)('$name has a short README with valid links', ({ name }) => {
    const folder = join(root, 'extension', name);
    const text = readFileSync(join(folder, 'README.md'), 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toBe(`# ${name}`);
    expect(lines.length).toBeGreaterThanOrEqual(8);
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(text).toContain('**Must not know**');
    expect(text).toContain('**Start reading**');
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  it('have no circular imports between entries of any folder', () => {
    expect(importCycles('extension')).toEqual([]);
  });
});

describe('imports', () => {
  const doors = new Set(
    packages.flatMap(({ name }) => [`extension/${name}`, `extension/${name}/inner`]),
  );
  const problem = (file: string, specifier: string) =>
    importProblem(file, specifier, (folder) => doors.has(folder));

  it.each([
    ['extension/measure/a.ts', '../targets'],
    ['extension/measure/a.ts', 'node:fs'],
    ['extension/measure/a.ts', 'fs'],
    ['extension/measure/a.ts', 'vscode'],
    ['extension/measure/a.ts', '../../scripts/lint/packages'],
    ['extension/base/a.ts', '../../package.json'],
    ['extension/targets/qemu/a.ts', '../../engine'],
    ['extension/engine/a.ts', '../cli'],
    ['extension/cli/a.ts', 'vscode'],
    ['extension/vscode/a.ts', '../cli'],
    ['extension/workers/run/a.ts', 'vscode'],
    ['extension/vscode/features/results/page/a.ts', 'node:fs'],
    ['extension/vscode/features/results/page/a.ts', 'vscode'],
    ['extension/vscode/page/a.ts', 'vscode'],
    ['extension/vscode/features/results/page/a.ts', '../../../../engine'],
    ['extension/vscode/features/results/page/a.ts', '../../../../workers'],
    ['extension/vscode/features/results/page/a.ts', '../results'],
    ['extension/vscode/features/results/page/a.ts', '../../../services/runner'],
    ['extension/vscode/features/results/protocol.ts', '../../../engine'],
    ['extension/vscode/features/timeline/schemas.ts', './session'],
    ['extension/vscode/page/a.ts', '../../targets'],
    ['extension/vscode/features/results/view.ts', 'vscode'],
    ['extension/cli/a.ts', '../../test/golden/a'],
  ])('%s must not import %s', (file, specifier) => {
    expect(problem(file, specifier)).toMatch(/ (may import only from|may not import|must run w)/);
  });

  it.each([
    ['extension/engine/a.ts', '../targets/target'],
    ['extension/engine/run/a.ts', '../../targets/qemu/open'],
    ['extension/targets/a.ts', './inner/b'],
  ])('%s must use a door instead of %s', (file, specifier) => {
    expect(problem(file, specifier)).toMatch(/through its door/);
  });

  it.each([
    ['extension/measure/a.ts', '../agent'],
    ['extension/measure/a.ts', 'valibot'],
    ['extension/measure/a.test.ts', 'node:fs'],
    ['extension/measure/a.test.ts', '../engine/run'],
    ['extension/engine/a.ts', '../targets'],
    ['extension/targets/a.ts', './inner'],
    ['extension/targets/inner/a.ts', '../target'],
    ['extension/cli/commands/a.ts', '../../../package.json'],
    ['extension/vscode/features/results/a.ts', 'vscode'],
    ['extension/vscode/features/views.ts', './inner/view'],
    ['extension/vscode/features/results/page/a.ts', '../protocol'],
    ['extension/vscode/features/results/page/a.ts', '../../../page'],
    ['extension/vscode/features/results/page/a.ts', '../../../../report'],
    ['extension/vscode/features/timeline/page/a.ts', '../schemas'],
    ['extension/workers/run/a.ts', '../../engine'],
    ['test/integration/a.test.ts', '../../extension/cli/main'],
  ])('%s may import %s', (file, specifier) => {
    expect(problem(file, specifier)).toBeUndefined();
  });
});

describe('the linter', () => {
  const eslint = new ESLint({ cwd: root });

  /** Lints text as if it were in a file that exists, because type-aware rules need one. */
  const rulesBrokenBy = async (text: string, file = 'extension/agent/manifest.ts') => {
    const [result] = await eslint.lintText(text, { filePath: join(root, file) });
    return result?.messages.map(({ ruleId }) => ruleId);
  };

  beforeAll(() => rulesBrokenBy(''));

  it.each([
    ["import '../engine';"],
    ["export * from '../cli';"],
    ["export { targets } from '../targets';"],
    ["export const later = () => import('node:fs');"],
    ["export type Later = import('../targets').Target;"],
    ["export { newDecoder } from '../systemview/decoder';"],
  ])('reports %s in agent', async (text) => {
    expect(await rulesBrokenBy(text)).toContain('house/imports');
  });

  it('reports a literal spread into an element, and allows lists of calls', async () => {
    const file = 'extension/vscode/page/histogram/plot.tsx';
    expect(await rulesBrokenBy('export const a = <p {...{ id: "a" }} />;', file)).toEqual([
      'no-restricted-syntax',
    ]);
    const calls = "export const f = (g: (a: string) => string) => [...['a', 'b'].map(g)];";
    expect(await rulesBrokenBy(calls)).toEqual([]);
  });

  it('reports imports of Node programs too', async () => {
    const file = 'extension/toolchain/declarations.mjs';
    expect(await rulesBrokenBy("import '../engine';", file)).toEqual(['house/imports']);
  });

  it('reports the engine in a page', async () => {
    const file = 'extension/vscode/page/l10n.ts';
    const text = "export { runBenchmarks } from '../../engine';";
    expect(await rulesBrokenBy(text, file)).toContain('house/imports');
  });

  it.each([
    ['/** What it does. */\nexport const x = 1;', 'house/comments'],
    ['/**\n * Whether it runs.\n */\nexport const x = 1;', 'house/comments'],
    ['console.log(1);', 'no-console'],
    ['export const now = process.hrtime;', 'no-restricted-globals'],
    ['export const value: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['export const x = 1;\n'.repeat(301), 'max-lines'],
    [`export function f() {\n${'f();\n'.repeat(60)}}\n`, 'max-lines-per-function'],
    ['export const f = (a: number, b: number) => ({ ...{ a, b } });', 'no-restricted-syntax'],
    ['export const f = (a: number, b: number) => [...[a, b]];', 'no-restricted-syntax'],
    ["export const f = () => [...(['a', 'b'] as const)];", 'no-restricted-syntax'],
    ['export const f = () => Math.max(...[1, 2]);', 'no-restricted-syntax'],
  ])('reports what the project does not allow (%#)', async (text, rule) => {
    expect(await rulesBrokenBy(text)).toContain(rule);
  });

  it.each([
    ["import 'esbuild';", 'scripts/setup/steps.mjs'],
    ["import { ensure } from 'ensure';", 'scripts/setup.mjs'],
  ])('reports %s in %s, which runs before npm', async (text, file) => {
    expect(await rulesBrokenBy(text, file)).toContain('no-restricted-imports');
  });
});
