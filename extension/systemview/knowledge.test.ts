import { describe, expect, it, test } from 'vitest';
import { encodeString, u32 } from './encode';
import { EventId, ExtendedId } from './ids';
import { expandId, learn, moduleEventNumber, newKnowledge, systemItem } from './knowledge';

function knowing(...packets: readonly (readonly [id: number, payload: readonly number[]])[]) {
  const knowledge = newKnowledge();
  for (const [id, payload] of packets) learn(knowledge, id, Uint8Array.from(payload));
  return knowledge;
}

const sysdesc = (value: string) => [EventId.SysDesc, encodeString(value)] as const;
const module = (number: number, base: number, value: string) =>
  [EventId.ModuleDesc, [number, ...u32(base), ...encodeString(value)]] as const;
const floatBits = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;

test.each([
  [0x2000_0000, 2, 5, 0x2000_0014],
  [0, 0, 0x3ffb_0000, 0x3ffb_0000],
  [0xffff_fff0, 4, 2, 0x10],
])('base %i, shift %i: id %i is %i', (ramBase, shift, id, address) => {
  const knowledge = knowing([EventId.Init, [1, 1, ramBase, shift].flatMap(u32)]);
  expect(expandId(knowledge, id)).toBe(address);
});

describe('system description', () => {
  it('collects items and interrupt names from all packets, each once', () => {
    const knowledge = knowing(
      sysdesc('N=App,O=FreeRTOS'),
      sysdesc('I#15=SysTick,I#11=SVC'),
      sysdesc('N=App,O=FreeRTOS'),
    );
    expect(knowledge.sysdesc).toHaveLength(2);
    expect(systemItem(knowledge, 'O')).toBe('FreeRTOS');
    expect([...knowledge.interrupts]).toEqual([
      [15, 'SysTick'],
      [11, 'SVC'],
    ]);
  });
});

describe('stacks', () => {
  const task = [EventId.TaskInfo, [9, 3, ...encodeString('main')]] as const;
  const info = (base: number, size: number) =>
    [EventId.StackInfo, [9, ...u32(base), ...u32(size), 12]] as const;

  it('stay with their task when it is described again', () => {
    const knowledge = knowing(task, info(0x2000_1000, 1024), task);
    expect(knowledge.tasks.get(9)).toEqual({
      name: 'main',
      prio: 3,
      stack: { base: 0x2000_1000, size: 1024, usage: 12 },
    });
  });

  it('have base and size swapped on Zephyr', () => {
    const swapped = knowing(sysdesc('O=Zephyr'), task, info(1024, 0x2000_1000));
    expect(swapped.tasks.get(9)?.stack).toMatchObject({ base: 0x2000_1000, size: 1024 });
    const repaired = knowing(sysdesc('O=Zephyr'), task, info(0x2000_1000, 1024));
    expect(repaired.tasks.get(9)?.stack).toMatchObject({ base: 0x2000_1000, size: 1024 });
  });

  it('may lack their usage on older targets', () => {
    const old = [EventId.StackInfo, [9, 1, 2]] as const;
    expect(knowing(task, old).tasks.get(9)?.stack?.usage).toBe(0);
  });
});

describe('modules', () => {
  it('have a name in either form, and lines for their events', () => {
    const knowledge = knowing(
      module(0, 512, 'M=cyclescope'),
      module(0, 512, '3 samples op=%u'),
      module(0, 512, '3 samples op=%u'),
      module(1, 520, 'ESP32 Heap'),
    );
    expect([...knowledge.modules.values()]).toEqual([
      { base: 512, name: 'cyclescope', lines: ['3 samples op=%u'] },
      { base: 520, name: 'ESP32 Heap', lines: [] },
    ]);
  });

  test.each([
    ['no module known', [], 515, 3],
    ['the only module', [module(0, 512, 'M=cyclescope')], 515, 3],
    ['a second module', [module(0, 530, 'M=cyclescope'), module(1, 512, 'other')], 533, 3],
    [
      'of another module',
      [module(0, 530, 'M=cyclescope'), module(1, 512, 'other')],
      515,
      undefined,
    ],
  ])('%s', (_, packets, id, number) => {
    expect(moduleEventNumber(knowing(...packets), 'cyclescope', id)).toBe(number);
  });
});

describe('names', () => {
  it('are read for resources and markers', () => {
    const knowledge = knowing(
      [EventId.NameResource, [4, ...encodeString('queue')]],
      [EventId.Extended, [ExtendedId.NameMarker, 2, ...encodeString('frame')]],
    );
    expect(knowledge.resources.get(4)).toBe('queue');
    expect(knowledge.markers.get(2)).toBe('frame');
  });

  it('are read for data series, whose last fields the target omits', () => {
    const full = [2, -5, -100, 100, floatBits(0.5)].flatMap(u32);
    const knowledge = knowing(
      [EventId.Extended, [ExtendedId.RegisterData, 1, ...encodeString('plain')]],
      [
        EventId.Extended,
        [ExtendedId.RegisterData, 2, ...encodeString('full'), ...full, ...encodeString('mV')],
      ],
    );
    expect(knowledge.data.get(1)).toMatchObject({ name: 'plain', type: 'u32', unit: '' });
    expect(knowledge.data.get(2)).toEqual({
      name: 'full',
      type: 'float',
      offset: -5,
      min: -100,
      max: 100,
      scale: 0.5,
      unit: 'mV',
    });
  });
});

it('ignores truncated packets', () => {
  const knowledge = knowing(
    [EventId.Init, [1, 2]],
    [EventId.TaskInfo, [1, 2, 9, 65]],
    [EventId.ModuleDesc, [1]],
    [EventId.NameResource, [1]],
    [EventId.Extended, [ExtendedId.NameMarker]],
  );
  expect(knowledge).toEqual(newKnowledge());
});
