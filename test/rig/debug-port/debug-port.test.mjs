import { describe, expect, it } from 'vitest';
import { createTestTarget, DPIDR } from '../testing.mjs';
import { createDebugPort, DP } from './debug-port.mjs';

const access = (/** @type {boolean} */ isAp, /** @type {boolean} */ isRead, address = 0) => ({
  isAp,
  isRead,
  address,
});
const DRW = 0xc;

describe('a debug port', () => {
  it('powers up at once', () => {
    const { port } = createTestTarget();
    port.writeDp(DP.control, 0x50000000);
    expect(port.readDp(DP.control)).toBe(0xf0000040);
    expect(port.readDp(DP.dpidr)).toBe(DPIDR);
  });

  it('refuses accesses after an error on the bus until that is cleared, but reports it', async () => {
    const { port } = createTestTarget();
    await port.writeAp(4, [0x30000000]);
    await port.readAp(DRW);
    expect(port.acknowledge(access(true, true, DRW))).toBe('fault');
    expect(port.acknowledge(access(false, false, DP.select))).toBe('fault');
    expect(port.acknowledge(access(false, true, DP.control))).toBe('ok');
    expect(port.readDp(DP.control) & 0x20).toBe(0x20);
    port.writeDp(DP.abort, 4);
    expect(port.acknowledge(access(true, true, DRW))).toBe('ok');
  });

  it('among several is silent after a line reset, until it is selected', () => {
    const { ap, faults, counters } = createTestTarget();
    const targetSelect = 0x01002927;
    const port = createDebugPort({
      ap,
      faults,
      counters,
      identity: { dpidr: DPIDR },
      targetSelect,
    });
    const answer = () => port.acknowledge(access(false, true));
    expect(answer()).toBe('silent');
    port.selectTarget(0x11002927);
    expect(answer()).toBe('silent');
    port.selectTarget(targetSelect);
    expect(answer()).toBe('ok');
    port.lineReset();
    expect(answer()).toBe('silent');
  });

  it('never delays its own identification, but may be silent', () => {
    const { port, faults } = createTestTarget();
    faults.arm('wait', {});
    expect(port.acknowledge(access(false, true))).toBe('ok');
    expect(port.acknowledge(access(true, true))).toBe('wait');
    faults.arm('silent', {});
    expect(port.acknowledge(access(false, true))).toBe('silent');
  });

  it('has no access port except the first', async () => {
    const { port } = createTestTarget();
    port.writeDp(DP.select, 0x010000f0);
    expect(await port.readAp(DRW)).toEqual([0]);
    port.writeDp(DP.select, 0x000000f0);
    expect(await port.readAp(DRW)).toEqual([0x24770011]);
  });

  it('counts accesses and bytes', async () => {
    const { port, counters } = createTestTarget();
    port.acknowledge(access(false, true));
    port.acknowledge(access(true, false));
    await port.readMemory(0x20000000, 100, 1);
    expect(counters).toMatchObject({ dpReads: 1, apWrites: 1, apReads: 0, bytesRead: 100 });
  });
});
