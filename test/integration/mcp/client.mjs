/*
 * Calls a server with the official SDK for TypeScript: `node client.mjs SDK VERSION COMMAND ARGUMENTS…` prints what it
 * got as one JSON document. SDK is the folder of its packages.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [sdk = '', version = '', command = '', ...args] = process.argv.slice(2);
const find = createRequire(`${sdk}/`);
const load = (/** @type {string} */ name) => import(pathToFileURL(find.resolve(name)).href);
const { Client } = await load('@modelcontextprotocol/client');
const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');

const mode = version === 'negotiated' ? 'legacy' : { pin: version };
const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
const env = /** @type {Record<string, string>} */ (process.env);
await client.connect(new StdioClientTransport({ command, args, env, cwd: process.cwd() }));

/** Returns a tool's answer, parsed unless it is an error. */
async function use(
  /** @type {string} */ name,
  /** @type {object} */ input,
  /** @type {object} */ options = {},
) {
  const { content, isError } = await client.callTool({ name, arguments: input }, options);
  return isError ? { error: content[0].text } : JSON.parse(content[0].text);
}

const { tools } = await client.listTools();
let progress = 0;
const target = 'qemu-freertos-m7';
const order = { target, operations: ['heap/malloc'], iterations: 20 };
const first = await use('run_benchmarks', order, { onprogress: () => progress++ });
const second = await use('run_benchmarks', order);
const cancelled = new AbortController();
const stopped = client
  .callTool({ name: 'run_benchmarks', arguments: { target } }, { signal: cancelled.signal })
  .then(
    () => 'finished',
    () => 'cancelled',
  );
cancelled.abort();
const got = {
  version: client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion()?.name,
  tools: tools.map((/** @type {{ name: string }} */ { name }) => name),
  benchmarks: (await use('list_benchmarks', { target })).total,
  run: first.status,
  progressed: progress > 0,
  faster: (await use('compare_runs', { before: first.run, after: second.run })).faster,
  outside: (await use('show_report', { run: '../..' })).error,
  unknown: await client.callTool({ name: 'rm', arguments: {} }).then(
    () => undefined,
    (/** @type {{ code: number }} */ { code }) => code,
  ),
  stopped: await stopped,
};
await client.close();
console.log(JSON.stringify(got));
