import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { EngineError, visibleJson, visibleText } from '../../../base';
import { parseArguments } from '../../args';
import { commandFailureOf } from '../../command';
import type { Context } from '../../context';
import { checkInput, type Input } from './input';
import type { Tool } from './tools';

/** Longer answers are cut: agents pay for each word that they read. */
const LONGEST_ANSWER = 24_000;

/** A tool's answer as text, or the reason why there is none. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** A call of a tool. */
export interface ToolCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

const refusal = (text: string): Answer => ({ text: visibleText(text), isError: true });

/** Calls a tool; `allowed` are targets on which a person allowed to measure, besides emulated ones. */
export async function callTool(
  { tool, input, signal, onProgress }: ToolCall,
  context: Context,
  allowed: ReadonlySet<string>,
): Promise<Answer> {
  const checked = checkInput(input, tool.members);
  if (typeof checked === 'string') return refusal(checked);
  let printed = '';
  const terminal: Context['terminal'] = {
    out: (text) => {
      printed += text;
      return Promise.resolve();
    },
    report: onProgress,
    progress: onProgress,
    outputClosed: () => false,
  };
  try {
    await checkPaths(tool, checked, context.cwd);
    if (!tool.isReadOnly) checkTarget(checked, context, allowed);
    const words = ['--json', ...tool.words(checked)];
    const args = parseArguments(tool.command.spec, words);
    await tool.command.run(args, { ...context, terminal, signal });
    const document: unknown = JSON.parse(printed);
    return {
      text: cut(visibleJson(tool.shorten?.(document, checked) ?? document, 0)),
      isError: false,
    };
  } catch (error) {
    const { code, message, hint } = commandFailureOf(error);
    // An unexpected failure has a stack as its hint.
    return refusal([message, code === 'internal' ? '' : (hint ?? '')].join(' ').trim());
  }
}

function cut(text: string): string {
  const more = text.length - LONGEST_ANSWER;
  if (more <= 0) return text;
  return `${text.slice(0, LONGEST_ANSWER)} … ${more} more characters were cut: ask for fewer operations.`;
}

/** Refuses paths that leave the workspace, also by links. */
async function checkPaths({ members }: Tool, input: Input, root: string): Promise<void> {
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

/** Emulated targets can damage nothing, and repeat exactly. */
function checkTarget(input: Input, { targets }: Context, allowed: ReadonlySet<string>): void {
  const [id = ''] = input.texts('target');
  const isEmulated = targets.find((target) => target.id === id)?.deterministic === true;
  if (isEmulated || allowed.has(id)) return;
  throw new EngineError(
    'refused',
    `Measuring on ${id} is not allowed: it is not emulated.`,
    `A person allows it with cyclescope mcp --allow ${id}.`,
  );
}
