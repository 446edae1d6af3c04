import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DESKTOP_CHROME } from '../../src/shop';
import { PORTS, type Cluster, type Replica, type ServiceName } from '../replicas/cluster';

const ATTEMPT_MS = 30_000;
/** Max time until a repeated call succeeds. */
export const PATIENCE_MS = 180_000;

/** Repeats each call until it has success, on the replicas round robin. */
export interface LedgerClient {
  /** Sends a request to the gateways, always under the same key. @returns the body. @throws if it is refused or has no success in time */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Sends browser events to the collectors. @throws if they are refused or have no success in time */
  collect(body: unknown): Promise<void>;
  /** The answers with status 500, which no fault explains. They are repeated like an outage. */
  readonly internalErrors: readonly string[];
}

export function createLedgerClient(cluster: Cluster): LedgerClient {
  let next = 0;
  const internalErrors: string[] = [];
  const addressOf = (service: ServiceName): string => {
    const replicas = cluster.replicas(service);
    return (replicas[next++ % replicas.length] as Replica).address;
  };
  return {
    internalErrors,
    send: async (method, path, body) => {
      const key = randomUUID();
      const text = await repeat(internalErrors, () => [
        `http://${addressOf('gateway')}:${PORTS.gateway.http}/api/v1${path}`,
        {
          method,
          headers: {
            ...{ authorization: `Bearer ${cluster.token}`, 'content-type': 'application/json' },
            ...(method === 'GET' ? {} : { 'idempotency-key': key }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
      ]);
      return text === '' ? undefined : JSON.parse(text);
    },
    collect: async (body) => {
      await repeat(internalErrors, () => [
        `http://${addressOf('collector')}:${PORTS.collector.http}/collect`,
        {
          method: 'POST',
          headers: { 'content-type': 'text/plain', 'user-agent': DESKTOP_CHROME },
          body: JSON.stringify(body),
        },
      ]);
    },
  };
}

/** @returns the text of the first answer of success */
async function repeat(
  internalErrors: string[],
  next: () => readonly [url: string, init: RequestInit],
): Promise<string> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const [url, init] = next();
    const { status, text } = await attempt(url, init);
    if (status < 300) return text;
    if (status === 500) internalErrors.push(`${init.method} ${url}: ${text}`);
    const isTemporary = status >= 500 || status === 409 || status === 429;
    if (!isTemporary || Date.now() > until) throw new Error(`${init.method} ${url}: ${status} ${text}`);
    await pause(randomInt(50, 300));
  }
}

/** Status 599: no response. */
async function attempt(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 599, text: String(error) };
  }
}
