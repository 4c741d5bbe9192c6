/** One message of a compiler about a place in a file, counted from 1 as compilers do. */
export interface CompilerMessage {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'note';
  readonly text: string;
  /** The option that asked for it: `-Wunused-variable`. */
  readonly option: string | undefined;
  /** What explains it, elsewhere. */
  readonly notes: readonly CompilerMessage[];
}

const MESSAGE = /^(.+?):(\d+):(?:(\d+):)? (?:fatal )?(error|warning|note): (.+)$/;
const OPTION = /^(.*) \[(-W[^\]]+)\]$/;

/** What rustc says first, and where it says the place. */
const RUST = /^(error|warning)(?:\[\w+\])?: (.+)\r?\n +--> (.+)$/gm;

/**
 * What gcc, Zig and Rust say of the lines of a source, each thing once however many images are built
 * from it.
 */
export function compilerMessages(output: string): readonly CompilerMessage[] {
  const found = new Map<string, CompilerMessage & { readonly notes: CompilerMessage[] }>();
  let last: CompilerMessage[] | undefined;
  for (const line of output.replaceAll(RUST, '$3: $1: $2').split(/\r?\n/)) {
    const message = messageIn(line);
    if (!message) continue;
    if (message.severity === 'note') {
      last?.push(message);
      continue;
    }
    const known = found.has(line);
    const notes: CompilerMessage[] = [];
    if (!known) found.set(line, { ...message, notes });
    last = known ? undefined : notes;
  }
  return [...found.values()];
}

function messageIn(line: string): CompilerMessage | undefined {
  const [, file, at, column = '1', severity, said] = MESSAGE.exec(line) ?? [];
  if (file === undefined || severity === undefined || said === undefined) return undefined;
  const [, text = said, option] = OPTION.exec(said) ?? [];
  return {
    ...{ file, line: Number(at), column: Number(column), text, option, notes: [] },
    severity: severity as CompilerMessage['severity'],
  };
}
