import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, 'c');
const agent = join(here, '../../target-agent');
const sources = process.env['CYCLESCOPE_C_SOURCES'] ?? defaultSources();

function defaultSources(): string {
  return join(here, '../../build/c-sources/systemview-target-0.3.0/lib');
}

/** The output of SEGGER's recorder, and a line for every packet that it was asked to write. */
export interface Recorded {
  readonly stream: Uint8Array;
  readonly log: readonly string[];
}

/** Compiles SEGGER's recorder with settings for this host and runs a script of calls. */
export function record(script: string, settings: Readonly<Record<string, number>>): Recorded {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-recorder-'));
  try {
    const binary = join(folder, 'recorder');
    const stream = join(folder, 'stream');
    const log = join(folder, 'log');
    compile(binary, settings);
    execFileSync(binary, [script, stream, log]);
    return {
      stream: new Uint8Array(readFileSync(stream)),
      log: readFileSync(log, 'utf8').trimEnd().split('\n'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(binary: string, settings: Readonly<Record<string, number>>): void {
  const recorder = ['SEGGER/SEGGER_SYSVIEW.c', 'SEGGER/SEGGER_RTT.c'].map((name) =>
    join(sources, name),
  );
  if (!recorder.every((path) => existsSync(path))) {
    throw new Error(`no SystemView sources in ${sources}: run npm run setup`);
  }
  const own = readdirSync(program).filter((name) => name.endsWith('.c'));
  const includes = [
    join(program, 'config'),
    program,
    ...['parts', 'core', 'include'].map((folder) => join(agent, folder)),
    join(sources, 'SEGGER'),
    join(sources, 'Config'),
  ];
  execFileSync('gcc', [
    // The recorder was written for targets whose pointers have 32 bits: no warnings.
    '-w',
    '-o',
    binary,
    ...Object.entries(settings).map(([name, value]) => `-DSEGGER_SYSVIEW_${name}=${value}`),
    ...includes.map((path) => `-I${path}`),
    ...own.map((name) => join(program, name)),
    ...recorder,
  ]);
}
