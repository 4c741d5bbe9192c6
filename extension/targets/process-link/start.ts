import { startPipedGuardian, type ChildEnd } from '../guardian/guardian';
import type { TargetError } from '../target';
import type { AgentProcess } from './agent-process';

/** A program to run as an agent, or as the way to one. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it means that the program could not be started, by the system's error code. */
  readonly explainStart: (code: string) => TargetError;
  /** What it means that the program has ended. */
  readonly explainEnd: (end: ChildEnd) => TargetError;
}

/** Starts a program that ends with this process at the latest. */
export async function startProcess(program: Program): Promise<AgentProcess> {
  const { command, args, env = {}, explainStart, explainEnd } = program;
  const guardian = startPipedGuardian({ remove: [] });
  try {
    const child = await guardian.run(command, args, { env });
    return {
      streams: guardian.streams,
      gone: child.ended.then(explainEnd),
      end: () => guardian.end(),
    };
  } catch (error) {
    await guardian.end();
    throw explainStart((error as Error).message);
  }
}
