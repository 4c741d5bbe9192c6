import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { choosePorts } from '../../extension/host/ports';
import { HANGS_MS } from '../patience.mjs';
import { temporaryFolder } from './agent/temporary';

/** The programs of labgrid, and its Python. */
export const LABGRID = join(import.meta.dirname, '../../build/labgrid/bin');

/** A program of a laboratory, with its output. */
export interface LabProgram {
  readonly process: ChildProcess;
  output(): string;
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** A laboratory on the loopback interface. */
export interface Laboratory {
  /** The coordinator's address, for `LG_COORDINATOR`. */
  readonly address: string;
  /** Where its programs run, with `exporter.yaml`. */
  readonly folder: string;
  startCoordinator(): Promise<LabProgram>;
  /** Starts labgrid's exporter, or another one, with what `exporter.yaml` describes. */
  startExporter(command?: readonly string[]): Promise<LabProgram>;
  /** Creates a place that has what is exported under its name. */
  addPlace(name: string, ...tags: readonly string[]): void;
  client(...args: readonly string[]): string;
  /** The user of a place; `None` if it is free. */
  readUser(place: string): string | undefined;
}

/** Describes a laboratory, of which nothing runs yet. */
export async function newLaboratory(exporterYaml: string): Promise<Laboratory> {
  const address = `127.0.0.1:${(await choosePorts()).gdb}`;
  const folder = mkdtempSync(join(temporaryFolder('labgrid'), 'lab-'));
  writeFileSync(join(folder, 'exporter.yaml'), exporterYaml);
  const env = { ...process.env, LG_COORDINATOR: address };
  const start = async ([program = '', ...args]: readonly string[], line: RegExp) => {
    const child = spawn(program, args, { cwd: folder, env });
    const ended = once(child, 'close');
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (more: Buffer) => (text += more.toString()));
    }
    await vi.waitUntil(() => line.test(text) || child.exitCode !== null, HANGS_MS);
    expect(text).toMatch(line);
    const end = async (signal?: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    };
    return { process: child, output: () => text, end };
  };
  const client = (...args: readonly string[]) =>
    execFileSync(join(LABGRID, 'labgrid-client'), args, { env, encoding: 'utf8' });
  const names = ['--name', 'lab', '--hostname', '127.0.0.1', 'exporter.yaml'];
  return {
    address,
    folder,
    startCoordinator: () =>
      start([join(LABGRID, 'labgrid-coordinator'), '-l', address], /listening on/),
    startExporter: (command = [join(LABGRID, 'labgrid-exporter')]) =>
      start([...command, ...names], /Exporter ready/),
    addPlace: (name, ...tags) => {
      client('-p', name, 'create');
      client('-p', name, 'add-match', `lab/${name}/*`);
      client('-p', name, 'set-tags', ...tags);
    },
    client,
    readUser: (place) => /acquired: (.*)/.exec(client('-p', place, 'show'))?.[1],
  };
}
