import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** What became of one request. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A customer's server: connections that stay open, and one more try after a 503. */
export interface Caller {
  /** Sends to the address that is chosen anew for each try. @returns undefined when the second try failed, too */
  send(choose: () => string, asked: Asked): Promise<Reply | undefined>;
  /** What the second try could not mend, in words. */
  readonly failed: string[];
  /** Connections that were cut instead of answered. */
  readonly cut: string[];
  close(): void;
}

const PATIENCE_MS = 60_000;

/** @returns a caller over plain node:http, which repeats nothing by itself */
export function createCaller(): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const [failed, cut]: [string[], string[]] = [[], []];
  const attempt = async (address: string, asked: Asked): Promise<Reply | undefined> => {
    try {
      return await exchange(agent, address, asked);
    } catch (error) {
      cut.push(`${asked.method} ${asked.path} at ${address}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    failed,
    cut,
    close: () => agent.destroy(),
    send: async (choose, asked) => {
      const first = await attempt(choose(), asked);
      if (first && first.status !== 503) return answered(first, asked);
      await pause(Number(first?.headers['retry-after'] ?? 1) * 1_000);
      const second = await attempt(choose(), asked);
      return answered(second, asked);
    },
  };

  function answered(reply: Reply | undefined, { method, path }: Asked): Reply | undefined {
    if (reply && reply.status < 300) return reply;
    failed.push(`${method} ${path}: ${reply ? `${reply.status} ${reply.text}` : 'cut'}`);
    return undefined;
  }
}

function exchange(agent: Agent, address: string, asked: Asked): Promise<Reply> {
  const body = asked.body === undefined ? undefined : Buffer.from(JSON.stringify(asked.body));
  return new Promise((resolve, reject) => {
    const sent = request(`http://${address}${asked.path}`, {
      agent,
      method: asked.method,
      headers: {
        ...asked.headers,
        ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
      },
      timeout: PATIENCE_MS,
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.end(body);
  });
}
