import { connect, type Socket } from 'node:net';

/** The end of one request: the HTTP status, or the failure of its connection. Without a free connection, it is not sent. */
export type Outcome = number | 'reset' | 'timeout' | 'unsent';

export interface Sent {
  readonly number: number;
  readonly outcome: Outcome;
  /** From the planned time of the request, so that a server that accepts late looks slow. */
  readonly ms: number;
}

export interface OpenLoop {
  readonly port: number;
  readonly perSecond: number;
  readonly ms: number;
  /** Returns the bytes of a request. @param number from 0 */
  readonly requestOf: (number: number) => Buffer;
}

/** Longer than each deadline of the server. */
const TIMEOUT_MS = 40_000;
/** Fewer than a server accepts from one address. */
const PER_ADDRESS = 200;
const ADDRESSES = 16;
const TICK_MS = 5;

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered, from up to 3,200 connections of 16 addresses.
 * Resolves when all have ended.
 */
export async function openLoop({ port, perSecond, ms, requestOf }: OpenLoop): Promise<Sent[]> {
  const connections = createConnections(port);
  const total = Math.round((perSecond * ms) / 1_000);
  const begin = performance.now();
  const ended: Promise<Sent>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.ceil(((performance.now() - begin) * perSecond) / 1_000));
      while (ended.length < due) {
        const number = ended.length;
        const plannedAt = begin + (number * 1_000) / perSecond;
        ended.push(
          connections
            .send(requestOf(number))
            .then((outcome) => ({ number, outcome, ms: performance.now() - plannedAt })),
        );
      }
      if (ended.length < total) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const sent = await Promise.all(ended);
  connections.close();
  return sent;
}

/** Sends one request on a connection of its own. */
export async function sendOne(port: number, request: Buffer): Promise<Outcome> {
  const connections = createConnections(port);
  const outcome = await connections.send(request);
  connections.close();
  return outcome;
}

interface Connection {
  send(request: Buffer): Promise<Outcome>;
  close(): void;
}

function createConnections(port: number): Connection {
  const idle: Connection[] = [];
  let opened = 0;
  const acquire = (): Connection | undefined => {
    const free = idle.pop();
    if (free || opened >= PER_ADDRESS * ADDRESSES) return free;
    opened += 1;
    return openConnection(port, `127.0.0.${2 + (opened % ADDRESSES)}`);
  };
  return {
    send: async (request) => {
      const connection = acquire();
      if (!connection) return 'unsent';
      const outcome = await connection.send(request);
      idle.push(connection);
      return outcome;
    },
    close: () => {
      for (const connection of idle) connection.close();
    },
  };
}

/** Opens its socket with the first request, and again after a failure. */
function openConnection(port: number, localAddress: string): Connection {
  let socket: Socket | undefined;
  return {
    send: (request) =>
      new Promise((resolve) => {
        // The server closes idle connections.
        if (!socket || socket.readableEnded || socket.destroyed)
          socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
        const used = socket;
        const read = createResponseReader();
        const end = (outcome: Outcome): void => {
          clearTimeout(timer);
          used.removeAllListeners().on('error', () => undefined);
          if (typeof outcome === 'string' || read.closes()) used.destroy();
          resolve(outcome);
        };
        const timer = setTimeout(() => end('timeout'), TIMEOUT_MS);
        used.on('data', (chunk: Buffer) => {
          const status = read.add(chunk);
          if (status !== undefined) end(status);
        });
        used.on('error', () => end('reset'));
        used.on('close', () => end('reset'));
        used.write(request);
      }),
    close: () => socket?.destroy(),
  };
}

/** Reads one response with a `Content-Length` or in chunks. */
function createResponseReader(): { add(chunk: Buffer): number | undefined; closes(): boolean } {
  let head = '';
  let bodyBytes = 0;
  let tail = '';
  return {
    add: (chunk) => {
      const text = chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) bodyBytes += chunk.length;
      else {
        const [before = '', body] = `${head}${text}`.split(/(?<=\r\n\r\n)(.*)/s);
        head = before;
        bodyBytes = body?.length ?? 0;
      }
      if (!head.includes('\r\n\r\n')) return undefined;
      tail = `${tail}${text}`.slice(-5);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      const isWhole = length === undefined ? tail === '0\r\n\r\n' : bodyBytes >= Number(length);
      return isWhole ? Number(head.slice(9, 12)) : undefined;
    },
    closes: () => /\r\nconnection: close/i.test(head),
  };
}
