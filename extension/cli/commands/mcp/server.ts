import { fieldsOf, textOf, visibleJson } from '../../../base';
import { type Answer, schemaOf, type Tool, type ToolCall, tools } from '../../../tools';

/*
 * The Model Context Protocol over lines of JSON-RPC 2.0. Whatever a client sends is answered by a result or by an error;
 * notifications, and answers to requests that were never made, are ignored.
 */

const VERSIONS = ['2025-11-25', '2025-06-18'];

const INVALID_JSON = -32700;
const INVALID_REQUEST = -32600;
const NO_METHOD = -32601;
const INVALID_PARAMETERS = -32602;

const CALLS_AT_ONCE = 2;
const MOST_WAITING = 64;
/** In characters. */
const LONGEST_LINE = 1_000_000;

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
  ) {
    super(message);
  }
}

/** Runs a few calls at once; others wait, and those beyond a limit are refused. */
function newQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<Answer>): Promise<Answer> => {
    if (waiting.length >= MOST_WAITING) {
      return {
        text: `${MOST_WAITING} calls are waiting already. Call again later.`,
        isError: true,
      };
    }
    if (running >= CALLS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

function describe({ name, title, about, members, isReadOnly }: Tool): object {
  return {
    name,
    title,
    description: about,
    inputSchema: schemaOf(members),
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  };
}

/** Calls tools, and keeps those that are under way by the ids of their requests. */
function newCalls({ send, call }: Pick<ServerMeans, 'send' | 'call'>) {
  const enqueue = newQueue();
  const underWay = new Map<Id, AbortController>();

  async function use(id: Id, parameters: unknown): Promise<object> {
    const fields = fieldsOf(parameters);
    const tool = tools.find(({ name }) => name === fields['name']);
    if (!tool) {
      const names = tools.map(({ name }) => name).join(', ');
      throw new ProtocolError(INVALID_PARAMETERS, `There is no such tool. Available: ${names}.`);
    }
    const token = fieldsOf(fields['_meta'])['progressToken'];
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

/** Creates a server; `receive` takes a line, and `close` cancels the calls that are under way. */
export function newServer({ version, send, call }: ServerMeans) {
  const calls = newCalls({ send, call });
  const reply = (id: Id | null, answer: object) =>
    send(visibleJson({ jsonrpc: '2.0', id, ...answer }, 0));
  const fail = (id: Id | null, code: number, message: string) =>
    reply(id, { error: { code, message } });

  function answer(id: Id, method: string, parameters: unknown): object | Promise<object> {
    switch (method) {
      case 'initialize': {
        const wanted = textOf(fieldsOf(parameters)['protocolVersion']) ?? '';
        return {
          protocolVersion: VERSIONS.includes(wanted) ? wanted : VERSIONS[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'cyclescope', version },
          instructions: INSTRUCTIONS,
        };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: tools.map(describe) };
      case 'tools/call':
        return calls.use(id, parameters);
      default:
        throw new ProtocolError(NO_METHOD, `There is no method ${JSON.stringify(method)}.`);
    }
  }

  function notify(method: string, parameters: unknown): void {
    if (method !== 'notifications/cancelled') return;
    calls.cancel(fieldsOf(parameters)['requestId']);
  }

  return {
    async receive(line: string): Promise<void> {
      if (line.trim() === '') return;
      if (line.length > LONGEST_LINE) return fail(null, INVALID_REQUEST, 'The line is too long.');
      const message = parse(line);
      if (message === undefined) return fail(null, INVALID_JSON, 'The line is not JSON.');
      const { id, method, params } = fieldsOf(message);
      if (typeof method !== 'string') {
        const isResponse = isId(id) && Object.hasOwn(fieldsOf(message), 'result');
        if (!isResponse) fail(isId(id) ? id : null, INVALID_REQUEST, 'The line is no request.');
        return;
      }
      if (id === undefined) return notify(method, params);
      if (!isId(id)) return fail(null, INVALID_REQUEST, 'The id must be a text or a number.');
      if (calls.isUnderWay(id))
        return fail(id, INVALID_REQUEST, 'A call with this id is under way.');
      try {
        reply(id, { result: await answer(id, method, params) });
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        fail(id, error.code, error.message);
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
