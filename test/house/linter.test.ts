import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packages } from '../../scripts/lint/packages.mjs';
import config from '../../.oxlintrc.json';

const root = join(import.meta.dirname, '..', '..');

const AGENT = 'extension/agent/case.ts';
const PAGE = 'extension/vscode/page/case.tsx';

/** A text, the file that contains it, and the rules that it breaks. */
const CASES: readonly (readonly [text: string, file: string, ...rules: readonly string[]])[] = [
  ["import '../engine';", AGENT, 'house(imports)'],
  ["export * from '../cli';", AGENT, 'house(imports)'],
  ["export { targets } from '../targets';", AGENT, 'house(imports)'],
  ["export const later = () => import('node:fs');", AGENT, 'house(imports)'],
  [
    "export type Later = import('../targets').Target;",
    AGENT,
    'house(imports)',
    'typescript(consistent-type-imports)',
  ],
  ["export { newDecoder } from '../systemview/decoder';", AGENT, 'house(imports)'],
  ["export { runBenchmarks } from '../../engine';", PAGE, 'house(imports)'],
  ["import '../engine';", 'extension/toolchain/case.mjs', 'house(imports)'],
  ['export const load = (name: string) => import(`./${name}`);', AGENT, 'house(imports)'],
  ["export { rounds } from '../lines';", 'extension/agent/elf/case.ts', 'house(imports)'],
  ['export const a = <p {...{ id: "a" }} />;', PAGE, 'house(spread)'],
  ["export const f = (g: (a: string) => string) => [...['a', 'b'].map(g)];", AGENT],
  ['export const f = (a: number, b: number) => ({ ...{ a, b } });', AGENT, 'house(spread)'],
  ['export const f = (a: number, b: number) => [...[a, b]];', AGENT, 'house(spread)'],
  ["export const f = () => [...(['a', 'b'] as const)];", AGENT, 'house(spread)'],
  ['export const f = () => Math.max(...[1, 2]);', AGENT, 'house(spread)'],
  ['/** What it does. */\nexport const x = 1;', AGENT, 'house(comments)'],
  ['/**\n * Whether it runs.\n */\nexport const x = 1;', AGENT, 'house(comments)'],
  ['console.log(1);', AGENT, 'eslint(no-console)'],
  ['console.log(1);', 'extension/cli/case.ts'],
  ['export const now = process.hrtime;', AGENT, 'eslint(no-restricted-globals)'],
  ['export const now = process.hrtime;', 'extension/host/case.ts'],
  ['export const value: any = 1;', AGENT, 'typescript(no-explicit-any)'],
  ['const x = 1;', AGENT, 'eslint(no-unused-vars)'],
  ['// eslint-disable-next-line no-var\nexport const x = 1;', AGENT, 'unused directive'],
  [`${'\n// comment\n'.repeat(200)}${'void 1;\n'.repeat(301)}`, AGENT, 'eslint(max-lines)'],
  [`export function f() {\n${'f();\n'.repeat(60)}}\n`, AGENT, 'eslint(max-lines-per-function)'],
  [`export function f() {\n${'f();\n'.repeat(60)}}\n`, 'extension/agent/case.test.ts'],
  ["import 'esbuild';", 'scripts/setup/case.mjs', 'eslint(no-restricted-imports)'],
  ["import 'ensure';", 'scripts/setup.mjs', 'eslint(no-restricted-imports)'],
  ["import { join } from 'node:path';\nexport { join };", 'scripts/setup/case.mjs'],
];

interface Diagnostic {
  readonly filename: string;
  /** Without one, a comment disables a rule that nothing breaks. */
  readonly code?: string;
}

/** The name of a case's file, which is in the folder of the named one. */
const toCasePath = (file: string, at: number) => file.replace(/\bcase\b/, `case-${at}`);

/** Lints all texts at once, and returns the rules that each breaks. */
async function findBrokenRules(): Promise<readonly (readonly string[])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-lint-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    write('.oxlintrc.json', JSON.stringify(config));
    write('extension/systemview/index.ts', 'export {};');
    write('extension/agent/lines.ts', "export { read } from './elf/read';");
    write('extension/agent/elf/read.ts', 'export const read = 1;');
    CASES.forEach(([text, file], at) => write(toCasePath(file, at), text));
    symlinkSync(join(root, 'scripts', 'lint'), join(folder, 'scripts', 'lint'));
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const output = await new Promise<string>((resolve) => {
      const args = [
        oxlint,
        '--format',
        'json',
        ...CASES.map(([, file], at) => toCasePath(file, at)),
      ];
      // It ends with code 1, because it finds something.
      execFile(process.execPath, args, { cwd: folder }, (_, stdout) => resolve(stdout));
    });
    const { diagnostics } = JSON.parse(output) as { diagnostics: readonly Diagnostic[] };
    return CASES.map(([, file], at) =>
      diagnostics
        .filter(({ filename }) => filename === toCasePath(file, at))
        .map(({ code = 'unused directive' }) => code)
        .sort(),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the linter reports what the project does not allow, and nothing else', async () => {
  const found = await findBrokenRules();
  expect(CASES.map(([text, file], at) => [text, file, ...(found[at] ?? [])])).toEqual(CASES);
});

test('the linter knows the packages that run without Node', () => {
  const { files: [pure] = [] } =
    config.overrides.find(({ rules }) => Array.isArray(rules['no-restricted-globals'])) ?? {};
  const names = packages.flatMap(({ name, isPure }) => (isPure ? name : []));
  expect(pure).toBe(`extension/{${names.join()}}/**/*.ts`);
});
