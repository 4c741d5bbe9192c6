import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycles } from '../../scripts/lint/cycles.mjs';
import { importProblem } from '../../scripts/lint/imports.mjs';
import { packages } from '../../scripts/lint/packages.mjs';

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

  it('are listed in their order in ARCHITECTURE.md', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const [, section = ''] = text.split('\n## Packages of `extension/`\n');
    const [own = ''] = section.split('\n## ');
    const names = [...own.matchAll(/^- `(\w+)\/`:/gm)].map(([, name]) => name);
    expect(names).toEqual(packages.map(({ name }) => name));
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
    expect(findCycles(root, 'extension')).toEqual([]);
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
    ['extension/cli/a.ts', './testing/context'],
    ['extension/engine/a.ts', '../targets/testing'],
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
    ['extension/vscode/features/results/a.ts', '../testing-view'],
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
