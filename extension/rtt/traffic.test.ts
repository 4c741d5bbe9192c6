import { expect, test } from 'vitest';
import { type CarrierListener, type RttCarrier, startTraffic } from './traffic';

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines and stream arrive separately, the stream once there is a listener', async () => {
  const carrier = fakeCarrier();
  const traffic = startTraffic(carrier);
  carrier.listener().stream(Uint8Array.of(1, 2));
  carrier.listener().control(bytes('ok\n'));
  const stream: number[] = [];
  traffic.onStream((part) => stream.push(...part));
  carrier.listener().stream(Uint8Array.of(3));
  expect(await traffic.nextLine(50)).toBe('ok');
  expect(stream).toEqual([1, 2, 3]);
});

test('a line is sent with its terminator', async () => {
  const carrier = fakeCarrier();
  await startTraffic(carrier).sendLine('hello');
  expect(carrier.sent).toEqual(['hello\n']);
});

test('a failure rejects pending and later readers', async () => {
  const carrier = fakeCarrier({ drain: () => new Promise(() => undefined) });
  const traffic = startTraffic(carrier);
  const waiting = [traffic.nextLine(5000), traffic.drain()];
  carrier.listener().onFailure(new Error('the probe is gone'));
  for (const each of waiting) await expect(each).rejects.toThrow('the probe is gone');
  await expect(traffic.sendLine('x')).rejects.toThrow('the probe is gone');
  expect(carrier.closes()).toBe(1);
});

test('a restart switches to another carrier and ignores the old one', async () => {
  const first = fakeCarrier({ looks: () => 3, send: () => new Promise(() => undefined) });
  const traffic = startTraffic(first);
  const line = traffic.sendLine('lost');
  first.listener().control(bytes('old\n'));
  const detached = traffic.detach();
  await expect(line).rejects.toThrow('The agent was restarted');
  await detached;
  expect(first.closes()).toBe(1);
  await expect(traffic.drain()).rejects.toThrow('The agent was restarted');
  const second = fakeCarrier({ looks: () => 4 });
  traffic.attach(second);
  first.listener().onFailure(new Error('closed'));
  first.listener().control(bytes('late\n'));
  second.listener().control(bytes('new\n'));
  expect(await traffic.nextLine(50)).toBe('new');
  expect(traffic.looks()).toBe(7);
});

test('hushes and stalls reach the carrier', () => {
  const asked: [string, number][] = [];
  const carrier = fakeCarrier({
    hush: (milliseconds) => asked.push(['hush', milliseconds]),
    stall: (milliseconds) => asked.push(['stall', milliseconds]),
  });
  const traffic = startTraffic(carrier);
  traffic.hush(20);
  traffic.stall(30);
  expect(asked).toEqual([
    ['hush', 20],
    ['stall', 30],
  ]);
});

function fakeCarrier(own: Partial<RttCarrier> = {}) {
  let listener: CarrierListener | undefined;
  let closes = 0;
  const sent: string[] = [];
  return {
    start: (next: CarrierListener) => void (listener = next),
    send: async (line: Uint8Array) => void sent.push(new TextDecoder().decode(line)),
    drain: () => Promise.resolve(),
    hush: () => undefined,
    looks: () => 0,
    stall: () => undefined,
    close: async () => void closes++,
    ...own,
    sent,
    closes: () => closes,
    listener: () => {
      if (listener === undefined) throw new Error('not started');
      return listener;
    },
  };
}
