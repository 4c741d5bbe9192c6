import { inRoot } from '../../scripts/lib/paths.mjs';
import { type ProgramEnd, type RunningProgram, startNode, startProgram, windowsPath } from './wine';

const CLI = inRoot('dist', 'cli.cjs');

/** Calls the built command line on Linux. */
export function onLinux(cwd: string, line: string): Promise<ProgramEnd> {
  return startProgram(process.execPath, [CLI, ...line.split(' ')], { cwd }).ended;
}

/** Starts it on Windows; the programs of a folder are on its PATH. */
export function startOnWindows(cwd: string, line: string, programs?: string): RunningProgram {
  return startNode([windowsPath(CLI), ...line.split(' ')], { cwd, programs });
}

/** Calls it on Windows. */
export function onWindows(cwd: string, line: string, programs?: string): Promise<ProgramEnd> {
  return startOnWindows(cwd, line, programs).ended;
}
