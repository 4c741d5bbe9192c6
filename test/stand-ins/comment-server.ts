import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A comment as the servers of GitHub and GitLab list it, with the fields that are read. */
interface ApiComment {
  readonly id: number;
  body: string;
}

/** A double of both servers' comments, with one by a person on the first page. */
export interface CommentServer {
  readonly url: string;
  readonly comments: readonly ApiComment[];
  /** Methods and paths of all calls. */
  readonly calls: readonly string[];
  /** Adds comments of others before the next one. */
  fill(count: number): void;
  /** Answers everything with this status. */
  refuse(status: number): void;
  close(): void;
}

/** Starts a server that answers as recorded: lists are pages, new comments are at their end. */
export async function startCommentServer(): Promise<CommentServer> {
  const comments: ApiComment[] = [{ id: 11, body: 'Looks good.\n<!-- cyclescope -->' }];
  const calls: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      calls.push(`${method} ${url}`);
      const text = Buffer.concat(chunks).toString();
      const { body = '' } = text === '' ? {} : (JSON.parse(text) as { body?: string });
      const id = Number(/(?:comments|notes)\/(\d+)$/.exec(url)?.[1]);
      const edited = comments.find((comment) => comment.id === id);
      if (edited) edited.body = body;
      else if (method === 'POST') comments.push({ id: 11 + comments.length, body });
      const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
      const isList = method === 'GET';
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isList ? comments.slice((page - 1) * 100, page * 100) : {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    comments,
    calls,
    fill: (count) => {
      for (let at = 0; at < count; at += 1)
        comments.push({ id: 11 + comments.length, body: 'Hm.' });
    },
    refuse: (refused) => (status = refused),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
