import { afterEach, expect, it } from 'vitest';
import { startListening } from './listening.mjs';

/** @type {import('./listening.mjs').Listening[]} */
const started = [];
afterEach(async () => {
  for (const { stop, ended } of started.splice(0)) {
    await stop();
    await ended;
  }
});

const start = async (/** @type {string} */ script, env = {}) => {
  const server = await startListening(process.execPath, ['-e', script], env);
  started.push(server);
  return server;
};

it('finds the address that a server prints in pieces', async () => {
  const script = `const { stdout, env } = process;
    stdout.write('app listening on http://127.0.0.1:' + env.PORT.slice(0, 2), () =>
      stdout.write(env.PORT.slice(2) + '\\n'));
    setInterval(() => {}, 1000);`;
  const { url, output } = await start(script, { PORT: '4711' });
  expect(url).toBe('http://127.0.0.1:4711');
  expect(output()).toContain('app listening');
});

it('reports the output of a server that exited instead', async () => {
  await expect(start(`console.error('no port')`)).rejects.toThrow('no port');
});
