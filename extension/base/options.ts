/** Treatment of a program's options; lists are separated by spaces. */
interface OptionTable {
  /** Options whose values are taken, by the name of the result. */
  readonly take: Readonly<Record<string, string>>;
  /** Options with a value to be dropped. */
  readonly drop?: string;
  /** Options without a value to be dropped. */
  readonly flags?: string;
  readonly ignoreCase?: boolean;
}

/** The values taken, by name, and every argument that is not in the table. */
export interface Options {
  readonly taken: Readonly<Record<string, readonly string[] | undefined>>;
  readonly rest: readonly string[];
}

/** Sorts a program's arguments; accepts `--name value` and `--name=value`. */
export function takeOptions(args: readonly string[], table: OptionTable): Options {
  const { take, drop = '', flags = '', ignoreCase = false } = table;
  const taken: Record<string, string[]> = {};
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const [, written = arg, attached] = /^(-[^=\s]+)=(.*)$/s.exec(arg) ?? [];
    const option = ignoreCase ? written.toLowerCase() : written;
    const name = Object.keys(take).find((key) => hasOption(take[key] ?? '', option));
    const isFlag = name === undefined && hasOption(flags, option);
    if (name === undefined && !isFlag && !hasOption(drop, option)) rest.push(arg);
    else if (!isFlag) {
      const value = attached ?? args[++at] ?? '';
      if (name !== undefined) (taken[name] ??= []).push(value.trim());
    }
  }
  return { taken, rest };
}

function hasOption(list: string, option: string): boolean {
  return option.startsWith('-') && list.split(' ').includes(option);
}

/** Splits a command line at spaces, respecting quotes. */
export function splitArguments(line: string): readonly string[] {
  const words = line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
      double === undefined ? (single ?? '') : double.replaceAll(/\\(["\\])/g, '$1'),
    ),
  );
}
