import { Transform } from 'node:stream';
import { toFields, lookUp, toText, visibleJson } from '../../../base';
import {
  type Answer,
  newQueue,
  toJsonSchema,
  type Tool,
  type ToolCall,
  tools,
} from '../../../tools';

/*
 * The Model Context Protocol over lines of JSON-RPC 2.0. Whatever a client sends is answered by a result or by an error;
 * notifications, and answers to requests that were never made, are ignored.
 *
 * Clients of the current version name it in each request and may ask for `server/discover`. Older ones negotiate theirs
 * once, by `initialize`; nothing here depends on the outcome.
 */

const CURRENT = '2026-07-28';
const NEGOTIATED = ['2025-11-25', '2025-06-18'];
const VERSIONS = [CURRENT, ...NEGOTIATED];

/** Names that the protocol reserves, in `_meta`. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

/** The tools are the same until the program is replaced. */
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'private' };

const INVALID_JSON = -32700;
const INVALID_REQUEST = -32600;
const NO_METHOD = -32601;
const INVALID_PARAMETERS = -32602;
const UNKNOWN_VERSION = -32022;

/** In characters. */
const LONGEST_LINE = 1_000_000;

/** More bytes of a line are too many characters for certain. */
const MOST_BYTES = 4 * (LONGEST_LINE + 1);

const NEWLINE = 0x0a;

/** Passes lines on, without what is beyond some bytes: it would be collected until the line ends. */
export function newLineLimit(most = MOST_BYTES): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length;) {
        const found = chunk.indexOf(NEWLINE, from);
        const end = found < 0 ? chunk.length : found;
        const kept = chunk.subarray(from, Math.min(end, from + Math.max(0, most - length)));
        this.push(kept);
        length += kept.length;
        if (found >= 0) {
          this.push('\n');
          length = 0;
        }
        from = end + 1;
      }
      done();
    },
  });
}

const INSTRUCTIONS =
  'Figures have their unit: instructions of an emulator are not time. To judge a change, run the same operations on the same target before and after it, then call compare_runs.';

/** The parts from which a server is made. */
export interface ServerMeans {
  readonly version: string;
  readonly send: (line: string) => void;
  readonly call: (call: ToolCall) => Promise<Answer>;
}

type Id = string | number;
const isId = (value: unknown): value is Id =>
  typeof value === 'string' || typeof value === 'number';

/** A failure that the protocol has a number for. */
class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: object,
  ) {
    super(message);
  }
}

function describe({ name, title, about, members, isReadOnly }: Tool): object {
  return {
    name,
    title,
    description: about,
    inputSchema: toJsonSchema(members),
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  };
}

/** Calls tools, and keeps those that are under way by the ids of their requests. */
function newCalls({ send, call }: Pick<ServerMeans, 'send' | 'call'>) {
  const enqueue = newQueue();
  const underWay = new Map<Id, AbortController>();

  async function use(id: Id, parameters: unknown): Promise<object> {
    const fields = toFields(parameters);
    const tool = tools.find(({ name }) => name === fields['name']);
    if (!tool) {
      const names = tools.map(({ name }) => name).join(', ');
      throw new ProtocolError(INVALID_PARAMETERS, `There is no such tool. Available: ${names}.`);
    }
    const token = toFields(fields['_meta'])['progressToken'];
    let progress = 0;
    const onProgress = (message: string) => {
      // Anything else may be nested too deeply to be written.
      if (!isId(token)) return;
      const params = { progressToken: token, progress: ++progress, message };
      send(visibleJson({ jsonrpc: '2.0', method: 'notifications/progress', params }, 0));
    };
    const controller = new AbortController();
    underWay.set(id, controller);
    const { signal } = controller;
    const input = fields['arguments'] ?? {};
    try {
      const { text, isError } = await enqueue(() => call({ tool, input, signal, onProgress }));
      return { content: [{ type: 'text', text }], isError };
    } finally {
      underWay.delete(id);
    }
  }
  return {
    use,
    isUnderWay: (id: Id) => underWay.has(id),
    cancel: (id: unknown) => underWay.get(id as Id)?.abort(),
    close(): void {
      for (const controller of underWay.values()) controller.abort();
    },
  };
}

/** The answers to all requests but calls. */
function newAnswers(version: string) {
  const serverInfo = { name: 'cyclescope', version };
  const common = { capabilities: { tools: {} }, instructions: INSTRUCTIONS };
  return {
    initialize: (parameters: unknown) => {
      const wanted = toText(toFields(parameters)['protocolVersion']) ?? '';
      const protocolVersion = NEGOTIATED.includes(wanted) ? wanted : NEGOTIATED[0];
      return { protocolVersion, serverInfo, ...common };
    },
    'server/discover': () => ({
      supportedVersions: VERSIONS,
      ...common,
      ...CACHEABLE,
      _meta: { [SERVER_KEY]: serverInfo },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: tools.map(describe), ...CACHEABLE }),
  };
}

/** The version that a request names; undefined if it has been negotiated. Refuses one that is not supported. */
function readProtocolVersion(parameters: unknown): string | undefined {
  const requested = toFields(toFields(parameters)['_meta'])[VERSION_KEY];
  const found = VERSIONS.find((each) => each === requested);
  if (requested === undefined || found !== undefined) return found;
  const supported = VERSIONS;
  const text = `Supported protocol versions: ${supported.join(', ')}.`;
  throw new ProtocolError(UNKNOWN_VERSION, text, { supported, requested: toText(requested) ?? '' });
}

/** Creates a server; `receive` takes a line, and `close` cancels the calls that are under way. */
export function newServer({ version, send, call }: ServerMeans) {
  const calls = newCalls({ send, call });
  const answers = newAnswers(version);
  const reply = (id: Id | null, answer: object) =>
    send(visibleJson({ jsonrpc: '2.0', id, ...answer }, 0));
  const fail = (id: Id | null, code: number, message: string, data?: object) =>
    reply(id, { error: { code, message, data } });

  async function answer(id: Id, method: string, parameters: unknown): Promise<object> {
    // Only the current version has types of results.
    const type = readProtocolVersion(parameters) === CURRENT ? { resultType: 'complete' } : {};
    if (method === 'tools/call') return { ...type, ...(await calls.use(id, parameters)) };
    const simple = lookUp<(parameters: unknown) => object>(answers, method);
    if (simple) return { ...type, ...simple(parameters) };
    throw new ProtocolError(NO_METHOD, `There is no method ${JSON.stringify(method)}.`);
  }

  function notify(method: string, parameters: unknown): void {
    if (method !== 'notifications/cancelled') return;
    calls.cancel(toFields(parameters)['requestId']);
  }

  return {
    async receive(line: string): Promise<void> {
      if (line.trim() === '') return;
      if (line.length > LONGEST_LINE) return fail(null, INVALID_REQUEST, 'The line is too long.');
      const message = parse(line);
      if (message === undefined) return fail(null, INVALID_JSON, 'The line is not JSON.');
      const { id, method, params } = toFields(message);
      if (typeof method !== 'string') {
        const isResponse = isId(id) && Object.hasOwn(toFields(message), 'result');
        if (!isResponse) fail(isId(id) ? id : null, INVALID_REQUEST, 'The line is not a request.');
        return;
      }
      if (id === undefined) return notify(method, params);
      if (!isId(id)) return fail(null, INVALID_REQUEST, 'The id must be a text or a number.');
      if (calls.isUnderWay(id))
        return fail(id, INVALID_REQUEST, 'A call with this id is in progress.');
      try {
        reply(id, { result: await answer(id, method, params) });
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        fail(id, error.code, error.message, error.data);
      }
    },
    close: calls.close,
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
