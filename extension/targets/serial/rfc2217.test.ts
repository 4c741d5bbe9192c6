import { expect, it } from 'vitest';
import { createPortClient, type PortRefusal } from './rfc2217';

/** A client with what it does, in hexadecimal. */
function newClient(baud = 115_200) {
  const sent: string[] = [];
  const data: string[] = [];
  const ends: (PortRefusal | 'ready')[] = [];
  const client = createPortClient(baud, {
    send: (bytes) => void sent.push(Buffer.from(bytes).toString('hex')),
    data: (bytes) => void data.push(Buffer.from(bytes).toString('hex')),
    ready: () => void ends.push('ready'),
    onRefusal: (why) => void ends.push(why),
  });
  client.start();
  const receive = (hex: string) => client.bytes(Buffer.from(hex, 'hex'));
  return { sent, data, ends, receive };
}

const AGREED = 'fffd2cfffd00fffb00';
const SET_UP = 'fffa2c650001c200fff0fffa2c6608fff0fffa2c6701fff0fffa2c6801fff0';

it('is ready once each setting is confirmed, wherever the stream is cut', () => {
  const whole = `41${AGREED}${SET_UP}42ffff43fff144`;
  for (let cut = 0; cut <= whole.length; cut += 2) {
    const { ends, data, receive } = newClient();
    receive(whole.slice(0, cut));
    receive(whole.slice(cut));
    expect([ends, data.join('')]).toEqual([['ready'], '4142ff4344']);
  }
});

it('doubles a 255 in a rate', () => {
  const { sent, receive } = newClient(0x00ff_0000);
  receive(AGREED);
  expect(sent[3]).toBe('fffa2c0100ffff0000fff0');
});

it('answers only changes of an option, so that two ends cannot negotiate for ever', () => {
  const { sent, receive } = newClient();
  expect(sent.splice(0)).toEqual(['fffb2c', 'fffb00', 'fffd00']);
  receive('fffd2cfffd2cfffb03fffb03fffd03fffd03');
  expect(sent.splice(0)).toEqual(['fffd03', 'fffb03']);
  receive('fffc03fffc03fffe03fffe03');
  expect(sent.splice(0)).toEqual(['fffe03', 'fffc03']);
  receive('fffe2dfffc2d');
  expect(sent).toEqual([]);
});

it('is refused when an option is taken back', () => {
  const { ends, receive } = newClient();
  receive(`${AGREED}${SET_UP}fffe2c`);
  expect(ends).toEqual(['ready', { kind: 'no-com-port' }]);
});

it('ignores announcements: of settings before they are set, of lines, and of endless length', () => {
  const { ends, receive } = newClient();
  receive('fffa2c6500002580fff0');
  receive(`${AGREED}fffa2c6a00fff0fffa2c6b10fff0fffa18${'01'.repeat(5000)}fff0${SET_UP}`);
  expect(ends).toEqual(['ready']);
});
