import { describe, expect, it } from 'vitest';
import { detect } from '../../../projects/detect/detect';
import { type BoardAnswers, boardEntry, freeName } from './ask';

const name = 'My board';
const file = (path: string) => ({ kind: 'file', path }) as const;

describe('an entry of cyclescope.boards', () => {
  it.each<[BoardAnswers, object]>([
    [
      { name, server: 'openocd', device: 'interface/cmsis-dap.cfg, target/x.cfg,' },
      { name, server: 'openocd', configFiles: ['interface/cmsis-dap.cfg', 'target/x.cfg'] },
    ],
    [
      { name, server: 'jlink', device: 'MIMXRT1052', probe: '123', agent: file('/w/out/a.elf') },
      { name, server: 'jlink', device: 'MIMXRT1052', probe: '123', elf: 'out/a.elf' },
    ],
    [
      { name, server: 'pyocd', device: '', agent: file('/other/a.elf') },
      { name, server: 'pyocd', elf: '/other/a.elf' },
    ],
    [
      { name, server: 'gdb://pi:3333', agent: { kind: 'kept', name: 'qemu-freertos-m7' } },
      { name, server: 'gdb://pi:3333', images: 'qemu-freertos-m7' },
    ],
  ])('%j', (answers, entry) => {
    const written = boardEntry(answers, '/w');
    expect(written).toEqual(entry);
    const setting = (id: string) =>
      id === 'cyclescope.boards' ? { value: [written], fromProject: true } : undefined;
    const { boards, problems } = detect({
      platform: 'linux',
      env: {},
      home: '/home/me',
      setting: () => undefined,
      folders: [{ name: 'w', path: '/w', files: [], setting }],
    });
    expect(problems).toEqual([]);
    expect(boards).toMatchObject([{ id: 'board:My board', gaps: [] }]);
  });
});

it('has a unique name', () => {
  expect(freeName('a', [])).toBe('a');
  expect(freeName('a', ['a', 'a 2', 'b'])).toBe('a 3');
});
