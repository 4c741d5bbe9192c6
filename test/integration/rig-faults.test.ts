import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectProbe } from '../rig/probe-client';
import { startRig, type Rig } from '../rig/rig';
import { openocd, pyocd } from './rig-tools';

const CPUID = 0xe000ed00;
const DHCSR = 0xe000edf0;
const S_LOCKUP = 1 << 19;
const S_RESET_ST = 1 << 25;
/** A vector table and an endless loop behind it. */
const LOOP = [0x20001000, 0x41, ...Array<number>(14).fill(0x41), 0xe7fe];

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ busPirate: true });
});
afterEach(() => rig.close());

describe('an access', () => {
  test.each(['parity', 'silent'] as const)('with the fault %s fails that often', async (kind) => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.fault({ do: kind, times: 2 });
    await expect(probe.readDp(0)).rejects.toThrow(kind);
    await expect(probe.readDp(0)).rejects.toThrow(kind);
    expect(await probe.readDp(0)).toBe(0x2ba01477);
  });

  test('that has to wait is repeated by the probe, but not for ever', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.fault({ do: 'wait', times: 16 });
    expect(await probe.readMemory(CPUID, 1)).toEqual([0x411fc272]);
    await rig.fault({ do: 'wait' });
    await expect(probe.readMemory(CPUID, 1)).rejects.toThrow('wait');
  });

  test('fails for as long as requested', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.fault({ do: 'wait', forMs: 100 });
    await expect(probe.readMemory(CPUID, 1)).rejects.toThrow('wait');
    await expect.poll(() => probe.readMemory(CPUID, 1).catch(() => [])).toEqual([0x411fc272]);
  });

  test('that was refused once is refused until the error is cleared', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.fault({ do: 'fault', times: 1 });
    for (let again = 0; again < 3; again++) {
      await expect(probe.readMemory(CPUID, 1)).rejects.toThrow('fault');
    }
    expect((await probe.readDp(4)) & 0x20).toBe(0x20);
    await probe.writeDp(0, 4);
    expect(await probe.readMemory(CPUID, 1)).toEqual([0x411fc272]);
  });

  test('to an unmapped address is refused in the same way', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await expect(probe.readMemory(0x30000000, 1)).rejects.toThrow('fault');
    await rig.fault({ do: 'heal' });
    expect(await probe.readMemory(CPUID, 1)).toEqual([0x411fc272]);
  });

  test('is answered late if the probe is slow', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.fault({ do: 'slow', delayMs: 60 });
    const begun = performance.now();
    await probe.readDp(0);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(59);
  });
});

describe('host tools', () => {
  test('continue after a few WAITs, and give up on a silent target', async () => {
    await rig.fault({ do: 'wait', times: 3 });
    expect(await openocd(rig, ['mdw 0xe000ed00'])).toMatchObject({ code: 0 });
    await rig.fault({ do: 'silent' });
    expect(await openocd(rig, [])).toMatchObject({ code: 1 });
    expect((await pyocd(rig, ['status'])).code).not.toBe(0);
    await rig.fault({ do: 'heal' });
    expect(await openocd(rig, ['mdw 0xe000ed00'])).toMatchObject({ code: 0 });
  });

  test('detect damaged words on the wire', async () => {
    await rig.fault({ do: 'parity' });
    expect((await openocd(rig, [], 'busPirate')).code).toBe(1);
    await rig.fault({ do: 'heal' });
    expect((await openocd(rig, ['mdw 0xe000ed00'], 'busPirate')).text).toContain('411fc272');
  });

  test('detect another device', async () => {
    await rig.fault({ do: 'identify', dpidr: 0x6ba02477, cpuid: 0x410fc241 });
    const { text } = await openocd(rig, ['mdw 0xe000ed00']);
    expect(text).toContain('SWD DPIDR 0x6ba02477');
    expect(text).toContain('Cortex-M4 r0p1 processor detected');
  });

  test('find no probe after it has vanished, and find it after it returns', async () => {
    await rig.fault({ do: 'vanish' });
    expect(await openocd(rig, [])).toMatchObject({ code: 1 });
    expect((await pyocd(rig, ['status'])).code).not.toBe(0);
    await rig.fault({ do: 'appear' });
    expect(await openocd(rig, [])).toMatchObject({ code: 0 });
    expect((await openocd(rig, [], 'busPirate')).code).toBe(0);
  });

  test('running twice find the probe in use', async () => {
    await connectProbe(rig.pyocdPort);
    await expect(connectProbe(rig.pyocdPort)).rejects.toThrow('in use');
  });
});

describe('a core', () => {
  beforeEach(async () => {
    await rig.poke(0, Buffer.from(Uint32Array.from(LOOP).buffer));
    await rig.fault({ do: 'reset-line' });
  });

  test('that resets itself reports it once, and continues', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    const status = async () => (await probe.readMemory(DHCSR, 1))[0]!;
    await status();
    expect((await status()) & S_RESET_ST).toBe(0);
    await rig.fault({ do: 'reset' });
    await expect.poll(async () => (await status()) & S_RESET_ST).toBe(S_RESET_ST);
    expect((await status()) & S_RESET_ST).toBe(0);
    expect(await rig.state()).toBe('running');
  });

  test('that is locked up reports it until it is reset', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.fault({ do: 'lock-up' });
    expect((await probe.readMemory(DHCSR, 1))[0]! & S_LOCKUP).toBe(S_LOCKUP);
    await rig.fault({ do: 'reset-line' });
    expect((await probe.readMemory(DHCSR, 1))[0]! & S_LOCKUP).toBe(0);
    expect(await rig.state()).toBe('running');
  });

  test('whose memory was overwritten from outside shows it', async () => {
    const probe = await connectProbe(rig.pyocdPort);
    await rig.poke(0x60000000, Uint8Array.of(1, 2, 3, 4));
    expect(await probe.readMemory(0x60000000, 1)).toEqual([0x04030201]);
    expect([...(await rig.peek(0x60000000, 4))]).toEqual([1, 2, 3, 4]);
  });
});

test('a rig whose silicon exits ends, and reports how', async () => {
  await rig.fault({ do: 'end-silicon' }).catch(() => undefined);
  const readEnd = () => rig.state().catch((error: Error) => error.message);
  await expect.poll(readEnd).toContain('the rig has ended: ended by SIGKILL');
});
