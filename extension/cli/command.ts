import type { Arguments, CommandSpec } from './args';
import type { Context } from './context';

/** `gateFailed` and `gateInconclusive` come from `compare --fail-on`. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  gateFailed: 3,
  gateInconclusive: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A subcommand: its arguments and its action. */
export interface Command {
  readonly spec: CommandSpec;
  run(args: Arguments, context: Context): Promise<ExitCode>;
}

/** Prints a value as the one JSON document of this call. */
export async function printJson({ terminal }: Context, value: object): Promise<void> {
  await terminal.out(`${JSON.stringify({ schema: 1, ...value }, undefined, 2)}\n`);
}
