/** One end of a channel that carries structured clones, such as a worker's port. */
export interface Port {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  /** Calls `listener` for every incoming message. */
  listen(listener: (message: unknown) => void): void;
}

/** Arguments, result and progress messages of a call. */
export interface Call {
  readonly takes: unknown;
  readonly gives: unknown;
  readonly reports?: unknown;
}

/** Calls served by one side, by name. */
export type Calls = Readonly<Record<string, Call>>;

/** A failure as sent over a channel, where errors lose their class. */
export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
}

type Request =
  | { readonly id: number; readonly call: string; readonly takes: unknown }
  | { readonly id: number; readonly cancel: true };

type Reply =
  | { readonly id: number; readonly reports: unknown }
  | { readonly id: number; readonly gives: unknown }
  | { readonly id: number; readonly failure: Failure };

/** Context of a served call, in addition to its arguments. */
export interface Serving<C extends Call> {
  readonly signal: AbortSignal;
  readonly report: (what: C['reports'], transfer?: readonly ArrayBuffer[]) => void;
}

/** A result with buffers that are transferred instead of copied. */
export class Transferred<T> {
  constructor(
    readonly value: T,
    readonly buffers: readonly ArrayBuffer[],
  ) {}
}

export type Served<C extends Calls> = {
  readonly [K in keyof C]: (
    takes: C[K]['takes'],
    serving: Serving<C[K]>,
  ) => Promise<C[K]['gives'] | Transferred<C[K]['gives']>>;
};

/** Converts an error to what the other side can use. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, hint } = error as { code?: unknown; hint?: unknown };
  return {
    message: error.message,
    code: typeof code === 'string' ? code : undefined,
    hint: typeof hint === 'string' ? hint : undefined,
  };
}

/** Serves calls that arrive on a port until the port ends. */
export function serve<C extends Calls>(port: Port, served: Served<C>): void {
  const running = new Map<number, AbortController>();

  async function answer(id: number, call: keyof C, takes: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const gives = await served[call]?.(takes, {
        signal: controller.signal,
        report: (reports, transfer) => port.post({ id, reports } satisfies Reply, transfer),
      });
      const { value, buffers } =
        gives instanceof Transferred ? gives : new Transferred<unknown>(gives, []);
      port.post({ id, gives: value } satisfies Reply, buffers);
    } catch (error) {
      port.post({ id, failure: toFailure(error) } satisfies Reply);
    } finally {
      running.delete(id);
    }
  }

  port.listen((message) => {
    const request = message as Request;
    if ('cancel' in request) running.get(request.id)?.abort();
    else void answer(request.id, request.call, request.takes);
  });
}

/** Progress callback and cancellation of a call. */
export interface CallOptions<C extends Call> {
  readonly signal?: AbortSignal;
  readonly onReport?: (what: C['reports']) => void;
}

/** The calling side of a port. */
export interface Client<C extends Calls> {
  /** Rejects with a RemoteFailure when the call failed there. A cancelled call settles as the server decides. */
  call<K extends keyof C & string>(
    call: K,
    takes: C[K]['takes'],
    options?: CallOptions<C[K]>,
  ): Promise<C[K]['gives']>;
  /** Fails every open call: the other side is gone. */
  fail(reason: Failure): void;
}

/** A failure that happened on the other side. */
export class RemoteFailure extends Error {
  readonly code: string | undefined;
  readonly hint: string | undefined;

  constructor({ message, code, hint }: Failure) {
    super(message);
    this.name = 'RemoteFailure';
    this.code = code;
    this.hint = hint;
  }
}

interface Open {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onReport: ((what: unknown) => void) | undefined;
}

/** Creates a client for the calls that the other side serves. */
export function newClient<C extends Calls>(port: Port): Client<C> {
  const open = new Map<number, Open>();
  let next = 0;
  let gone: Failure | undefined;

  port.listen((message) => {
    const reply = message as Reply;
    const call = open.get(reply.id);
    if (!call) return;
    if ('reports' in reply) {
      call.onReport?.(reply.reports);
      return;
    }
    open.delete(reply.id);
    if ('failure' in reply) call.reject(new RemoteFailure(reply.failure));
    else call.resolve(reply.gives);
  });

  return {
    call: (call, takes, { signal, onReport } = {}) => {
      if (gone) return Promise.reject(new RemoteFailure(gone));
      const id = next++;
      const cancel = () => port.post({ id, cancel: true } satisfies Request);
      const settled = new Promise<unknown>((resolve, reject) => {
        open.set(id, { resolve, reject, onReport });
      }).finally(() => signal?.removeEventListener('abort', cancel));
      port.post({ id, call, takes } satisfies Request);
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
      return settled;
    },
    fail: (reason) => {
      gone = reason;
      for (const { reject } of open.values()) reject(new RemoteFailure(reason));
      open.clear();
    },
  };
}
