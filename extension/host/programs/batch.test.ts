import { expect, test } from 'vitest';
import { spawnCommand } from './batch';

test.each([
  ['linux' as const, '/opt/server.cmd', ['a"b', '%PATH%']],
  ['win32' as const, 'C:\\tools\\server.exe', ['a"b', '%PATH%']],
])('on %s %s is started itself', (platform, command, args) => {
  expect(spawnCommand(command, args, platform)).toEqual({ command, args });
});

test('Windows starts a batch file through its command processor, with every word quoted', () => {
  const { args, windowsVerbatimArguments } = spawnCommand(
    'C:\\my tools\\openocd.CMD',
    ['-f', 'a & b.cfg', 'C:\\folder\\', '^|<>', ''],
    'win32',
  );
  expect(windowsVerbatimArguments).toBe(true);
  expect(args.slice(0, -1)).toEqual(['/d', '/v:off', '/s', '/c']);
  expect(args.at(-1)).toBe(
    '""C:\\my tools\\openocd.CMD" "-f" "a & b.cfg" "C:\\folder\\\\" "^|<>" """',
  );
});

test.each(['say "yes"', '%USERNAME%', 'two\nlines'])(
  'a batch file is not given %j, which would be changed on the way',
  (argument) => {
    expect(() => spawnCommand('make.bat', [argument], 'win32')).toThrow(
      expect.objectContaining({
        code: 'start-failed',
        message: expect.stringContaining('make.bat is a batch file, which cannot be given'),
      }),
    );
  },
);
