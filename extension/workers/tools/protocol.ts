import type { Failure } from '../../base';
import type { TargetValue } from '../../targets';
import type { ImageFolder } from '../../toolchain';
import type { Answer, ToolName } from '../../tools';

/** A run that the editor has just kept, and why it ended early. */
export interface MeasuredRun {
  readonly id: string;
  readonly folder: string;
  readonly failure?: Failure | undefined;
}

/** A coding agent's call of a tool, with what the editor has for it. */
interface AgentCall {
  readonly tool: ToolName;
  readonly input: unknown;
  readonly cwd: string;
  readonly runsFolder: string;
  readonly images: readonly ImageFolder[];
  readonly targets: readonly TargetValue[];
  /** Targets that are not emulated, and that a person allowed. */
  readonly allowed: readonly string[];
  readonly howToAllow: string;
  /** The run of the call; the editor measures before it calls. */
  readonly measured?: MeasuredRun | undefined;
}

/** Calls of the worker that answers coding agents. */
export type ToolCalls = {
  readonly answer: {
    readonly takes: AgentCall;
    readonly gives: Answer;
  };
};
