import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { EngineError, toFailure, visibleJson, visibleText } from '../base';
import type { Target } from '../targets';
import { answers, type Calling, type ToolWorkspace } from './answers';
import type { Tool } from './descriptions';
import { checkInput, type Input } from './input';

/** Longer answers are cut: agents pay for each word that they read. */
const LONGEST_ANSWER = 24_000;

/** A tool's answer as text, or the reason why there is none. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** A call of a tool. */
export interface ToolCall extends Calling {
  readonly tool: Tool;
  readonly input: unknown;
}

/** The answer of a call that failed. */
export function toFailureAnswer(error: unknown): Answer {
  const { message, hint = '' } = toFailure(error);
  return { text: visibleText(`${message} ${hint}`.trim()), isError: true };
}

/** Calls a tool. Whatever the input is, the answer is a text or the reason why there is none. */
export async function callTool(
  { tool, input, signal, onProgress }: ToolCall,
  workspace: ToolWorkspace,
): Promise<Answer> {
  try {
    const checked = await checkCall({ tool, input }, workspace.cwd);
    const document = await answers[tool.name](checked, { ...workspace, signal, onProgress });
    return { text: cut(visibleJson(document, 0)), isError: false };
  } catch (error) {
    return toFailureAnswer(error);
  }
}

/** Checks the form of an input, and that its paths stay in the workspace; throws the reason why not. */
export async function checkCall(
  { tool, input }: Pick<ToolCall, 'tool' | 'input'>,
  root: string,
): Promise<Input> {
  const checked = checkInput(input, tool.members);
  if (typeof checked === 'string') throw new EngineError('bad-value', checked);
  await refuseOutside(tool, checked, root);
  return checked;
}

function cut(text: string): string {
  const more = text.length - LONGEST_ANSWER;
  if (more <= 0) return text;
  return `${text.slice(0, LONGEST_ANSWER)} … ${more} more characters were cut: ask for fewer operations.`;
}

/** Refuses paths that leave the workspace, also by links. */
async function refuseOutside({ members }: Tool, input: Input, root: string): Promise<void> {
  const real = await realpath(root);
  for (const [name, { isPath }] of Object.entries(members)) {
    for (const text of isPath === true ? input.texts(name) : []) {
      const path = resolve(real, text);
      const inside = relative(real, await realpath(path).catch(() => path));
      if (inside.startsWith('..') || isAbsolute(inside)) {
        throw new EngineError(
          'refused',
          `${text} is outside the workspace.`,
          'Name a run, or a file in the workspace.',
        );
      }
    }
  }
}

/** Refuses a target that is neither emulated nor allowed: emulated ones can damage nothing, and repeat exactly. */
export function refuseTarget(
  id: string,
  targets: readonly Target[],
  allowed: ReadonlySet<string>,
  howToAllow: string,
): void {
  const isEmulated = targets.find((target) => target.id === id)?.deterministic === true;
  if (isEmulated || allowed.has(id)) return;
  throw new EngineError(
    'refused',
    `Coding agents may not use ${id}: it is not emulated.`,
    howToAllow,
  );
}
