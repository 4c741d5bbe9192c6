import type { CompilerMessage } from '../images/compiler-messages';

/** How far a build is, as Ninja and make tell it before each thing that they do. */
export interface BuildShare {
  readonly done: number;
  readonly total: number;
}

const NINJA = /^\[(\d+)\/(\d+)\]/;
const MAKE = /^\[ *(\d+)%\]/;

/** How far a build is after a line that it printed; nothing where that line does not tell. */
export function shareIn(line: string): BuildShare | undefined {
  const [, done, total] = NINJA.exec(line) ?? [];
  if (done !== undefined && total !== undefined)
    return { done: Number(done), total: Number(total) };
  const [, percent] = MAKE.exec(line) ?? [];
  return percent === undefined ? undefined : { done: Number(percent), total: 100 };
}

const CMAKE = /^CMake (Error|Warning)(?: \(dev\))? at (.+?):(\d+) \(\w+\):$/;

/** What CMake says of the lines of its own files; its words stand indented below. */
export function cmakeMessages(lines: readonly string[]): readonly CompilerMessage[] {
  return lines.flatMap((line, index) => {
    const [, kind, file, at] = CMAKE.exec(line) ?? [];
    if (kind === undefined || file === undefined) return [];
    const rest = lines.slice(index + 1);
    const stop = rest.findIndex((each) => each !== '' && !each.startsWith('  '));
    const said = rest.slice(0, stop < 0 ? undefined : stop).map((each) => each.trim());
    const text = said.filter((each) => each !== '').join(' ');
    const severity = kind === 'Error' ? ('error' as const) : ('warning' as const);
    const place = { file, line: Number(at), column: 1 };
    return [{ ...place, severity, text, option: undefined, notes: [] }];
  });
}

/** Both agents are built from the same sources, of which the same is said twice. */
export function eachOnce(messages: readonly CompilerMessage[]): readonly CompilerMessage[] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()];
}
