import { describe, expect, test } from 'vitest';
import { detect } from './detect';
import { folder, world } from './testing/world';

const RUNNERS = `runners: [jlink, pyocd]
config:
  elf_file: zephyr.elf
args:
  jlink:
    - --device=MK64FN1M0xxx12
  pyocd:
    - --target=k64f
`;
const ours = (build: string) => `build/cyclescope/${build}/zephyr/runners.yaml`;
const found = (...builds: readonly string[]) =>
  detect(world([folder('app', Object.fromEntries(builds.map((each) => [ours(each), RUNNERS])))]))
    .boards;

test('both builds of a project are one board with two programs', () => {
  const boards = found('headline', 'traced');
  expect(boards.map(({ id }) => id)).toEqual([
    'zephyr:build/cyclescope/headline',
    'zephyr:build/cyclescope/headline/pyocd',
  ]);
  const images = {
    kind: 'files',
    headline: '/w/app/build/cyclescope/headline/zephyr/zephyr.elf',
    traced: '/w/app/build/cyclescope/traced/zephyr/zephyr.elf',
  };
  expect(boards.map((board) => board.images)).toEqual([images, images]);
});

test('one build alone is a board of its own', () => {
  expect(found('headline')[0]?.images).not.toHaveProperty('traced');
  expect(found('traced')[0]?.id).toBe('zephyr:build/cyclescope/traced');
});

test('projects of one workspace are not mixed up', () => {
  const files = {
    'a/build/cyclescope/headline/zephyr/runners.yaml': RUNNERS,
    'b/build/cyclescope/traced/zephyr/runners.yaml': RUNNERS,
  };
  const { boards } = detect(world([folder('app', files)]));
  expect(boards.map(({ images }) => images).every((each) => !('traced' in (each ?? {})))).toBe(
    true,
  );
  expect(boards).toHaveLength(4);
});

describe('a build of the MCUXpresso SDK', () => {
  const runners = `flash-runner: linkserver
runners:
- linkserver
- jlink
config:
  elf_file: sensor.elf
args:
  linkserver:
    - --device=MIMXRT1052xxxxB:EVKB-IMXRT1050
  jlink:
    - --device=MIMXRT1052xxx6A
`;
  const files = {
    'debug/runners.yaml': runners,
    'debug/CMakeCache.txt': 'board:STRING=evkbimxrt1050\nSdkRootDirPath:PATH=/sdk\n',
    'debug/.config': 'CONFIG_MCUX_HW_DEVICE_ID="MIMXRT1052xxxxB"\n',
  };

  test('is reached by the runners that it names itself', () => {
    const { boards } = detect(world([folder('app', files)]));
    expect(boards.map(({ id, title }) => [id, title])).toEqual([
      ['cmake:debug', 'evkbimxrt1050 by linkserver (debug)'],
      ['cmake:debug/jlink', 'evkbimxrt1050 by jlink (debug)'],
    ]);
    expect(boards[0]).toMatchObject({
      server: { kind: 'linkserver', device: 'MIMXRT1052xxxxB:EVKB-IMXRT1050' },
      images: { headline: '/w/app/debug/sensor.elf' },
    });
  });
});
