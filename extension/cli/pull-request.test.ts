import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CommentServer, startCommentServer } from '../../test/stand-ins/comment-server';
import { writeComment } from './pull-request';

const MARKER = '<!-- cyclescope board -->';
let folder = '';
let server: CommentServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pull-request-'));
  await writeFile(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  await writeFile(join(folder, 'push.json'), JSON.stringify({ ref: 'refs/heads/main' }));
  server = await startCommentServer();
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const onGitHub = () => ({
  GITHUB_API_URL: server.url,
  GITHUB_REPOSITORY: 'ada/firmware',
  GITHUB_EVENT_PATH: join(folder, 'event.json'),
  GITHUB_TOKEN: 'secret',
});

const write = (text: string, environment: Readonly<Record<string, string>>) =>
  writeComment(`${MARKER}\n${text}`, { environment, signal: new AbortController().signal });

test('a second comment replaces the first, also behind a hundred others', async () => {
  server.fill(250);
  expect(await write('one', onGitHub())).toBe('pull request 7');
  await write('two', onGitHub());
  const own = server.comments.filter(({ body }) => body.startsWith(MARKER));
  expect(own).toEqual([{ id: expect.any(Number), body: `${MARKER}\ntwo` }]);
});

test('comments of other targets, and those that quote the marker, stay', async () => {
  await writeComment('<!-- cyclescope other -->\nother', {
    environment: onGitHub(),
    signal: new AbortController().signal,
  });
  await write('one', onGitHub());
  expect(server.comments.map(({ body }) => body)).toEqual([
    'Looks good.\n<!-- cyclescope -->',
    '<!-- cyclescope other -->\nother',
    `${MARKER}\none`,
  ]);
});

test.each([
  ['outside of a job', () => ({}), 'this is not a job of a pull request'],
  [
    'in a job of a push',
    () => ({ ...onGitHub(), GITHUB_EVENT_PATH: join(folder, 'push.json') }),
    'this is not a job of a pull request',
  ],
  ['without a token', () => ({ ...onGitHub(), GITHUB_TOKEN: '' }), 'GITHUB_TOKEN is not set'],
])('%s there is nothing to write to', async (_, environment, message) => {
  await expect(write('one', environment())).rejects.toThrow(message);
  expect(server.calls).toEqual([]);
});

test('a token that may not write is a reason, and a server that is gone as well', async () => {
  server.refuse(403);
  await expect(write('one', onGitHub())).rejects.toMatchObject({
    message: 'The server refused GET on the comments of pull request 7 (403).',
    hint: expect.stringContaining('may not write comments') as string,
  });
  server.close();
  await expect(write('one', onGitHub())).rejects.toMatchObject({
    message: expect.stringContaining('cannot be reached') as string,
    hint: 'Check that the job may reach that server.',
  });
});

test.each(['<html>Sign in</html>', '{}'])('a server that answers %s is a reason', async (body) => {
  const proxy = createServer((_, response) => response.end(body));
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const { port } = proxy.address() as AddressInfo;
  const environment = { ...onGitHub(), GITHUB_API_URL: `http://127.0.0.1:${port}` };
  await expect(write('one', environment)).rejects.toMatchObject({
    code: 'refused',
    message: "The server's answer is not a list of the comments of pull request 7.",
  });
  proxy.close();
  proxy.closeAllConnections();
});
