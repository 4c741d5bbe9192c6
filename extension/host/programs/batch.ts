import { TargetError } from '../../base';

/** A program and its arguments as `spawn` takes them. */
export interface SpawnCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly windowsVerbatimArguments?: true;
}

/**
 * The way to start a program: Windows starts batch files only through its command processor. What that would change in
 * an argument, even between quotes, is refused.
 */
export function spawnCommand(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): SpawnCommand {
  if (platform !== 'win32' || !/\.(?:bat|cmd)$/i.test(program)) return { command: program, args };
  const changed = [program, ...args].find((word) => /["%\r\n]/.test(word));
  if (changed !== undefined) {
    throw new TargetError(
      'start-failed',
      `${program} is a batch file, which cannot be given ${JSON.stringify(changed)}`,
      'Name the program that it starts, or leave out quotes, percent signs and line breaks.',
    );
  }
  // A backslash before the closing quote would be read as part of the quote.
  const quoted = [program, ...args].map((word) => `"${word.replace(/\\+$/, '$&$&')}"`);
  return {
    command: process.env['ComSpec'] ?? 'cmd.exe',
    args: ['/d', '/v:off', '/s', '/c', `"${quoted.join(' ')}"`],
    windowsVerbatimArguments: true,
  };
}
