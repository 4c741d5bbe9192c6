import * as vscode from 'vscode';
import { fieldsOf, textOf, type Fields } from '../../targets/detect/values';
import type { BoardSetup } from '../../targets/swd/setup';
import { TargetError } from '../../targets/target';
import type { Home } from '../services';
import { boardConfiguration } from './board-configuration';

export const CORTEX_DEBUG = 'cortex-debug';

/** The user's configurations for cortex-debug that hold in a home. */
export function cortexConfigurations({ folder }: Home): readonly Fields[] {
  const launch = vscode.workspace.getConfiguration('launch', folder?.uri);
  const all = launch.get<readonly unknown[]>('configurations') ?? [];
  return all.map(fieldsOf).filter(({ type }) => type === CORTEX_DEBUG);
}

/** How cortex-debug reaches a board: by the user's own configuration where it came from one. */
export function baseOf(board: BoardSetup, configurations: readonly Fields[]): Fields {
  const own = configurations.find(
    ({ name }) => board.id.startsWith('launch:') && textOf(name) === board.title,
  );
  if (own !== undefined) return own;
  const made = boardConfiguration(board);
  if (made !== undefined) return { ...toolchainOf(configurations), ...made };
  throw new TargetError(
    'start-failed',
    `cortex-debug cannot start the server of ${board.title}`,
    'Start the server yourself, and debug through gdb://localhost:PORT.',
  );
}

const TOOLCHAIN = ['gdbPath', 'objdumpPath', 'armToolchainPath', 'toolchainPrefix'];

/** Which debugger the user's configurations name, for one that says nothing of it. */
export function toolchainOf(configurations: readonly Fields[]): Fields {
  const [first = {}] = configurations.filter((each) => TOOLCHAIN.some((name) => name in each));
  return Object.fromEntries(
    TOOLCHAIN.flatMap((name) => (name in first ? [[name, first[name]]] : [])),
  );
}
