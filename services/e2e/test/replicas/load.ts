import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The response to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A client like a customer's server: keep-alive connections and one retry after a 503. */
export interface Caller {
  /** Sends a request; `choose` returns the address for each attempt. @returns undefined when the retry failed, too */
  send(choose: () => string, sent: SentRequest): Promise<Reply | undefined>;
  /** Descriptions of requests whose retry failed. */
  readonly failed: string[];
  /** Descriptions of requests that got 503 at the first attempt. */
  readonly unavailable: string[];
  /** Descriptions of requests whose connection was cut. */
  readonly cut: string[];
  close(): void;
}

const PATIENCE_MS = 60_000;

/** Creates a caller on node:http, which does not retry by itself. */
export function createCaller(): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const [failed, unavailable, cut]: [string[], string[], string[]] = [[], [], []];
  const attempt = async (address: string, sent: SentRequest): Promise<Reply | undefined> => {
    try {
      return await exchange(agent, address, sent);
    } catch (error) {
      cut.push(`${sent.method} ${sent.path} at ${address}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    failed,
    unavailable,
    cut,
    close: () => agent.destroy(),
    send: async (choose, sent) => {
      const first = await attempt(choose(), sent);
      if (first && first.status !== 503) return checked(first, sent);
      if (first) unavailable.push(`${sent.method} ${sent.path}: ${first.text}`);
      await pause(Number(first?.headers['retry-after'] ?? 1) * 1_000);
      const second = await attempt(choose(), sent);
      return checked(second, sent);
    },
  };

  function checked(reply: Reply | undefined, { method, path }: SentRequest): Reply | undefined {
    if (reply && reply.status < 300) return reply;
    failed.push(`${method} ${path}: ${reply ? `${reply.status} ${reply.text}` : 'cut'}`);
    return undefined;
  }
}

function exchange(agent: Agent, address: string, sent: SentRequest): Promise<Reply> {
  const body = sent.body === undefined ? undefined : Buffer.from(JSON.stringify(sent.body));
  return new Promise((resolve, reject) => {
    const outgoing = request(`http://${address}${sent.path}`, {
      agent,
      method: sent.method,
      headers: {
        ...sent.headers,
        ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
      },
      timeout: PATIENCE_MS,
    });
    outgoing.on('error', reject);
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response')));
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    outgoing.end(body);
  });
}
