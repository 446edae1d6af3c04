import { connect, type Socket } from 'node:net';

export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests with the expected status. */
  readonly answered: number;
}

/**
 * Sends requests on a number of connections, one at a time per connection. Writes raw bytes, because a full HTTP client would
 * use more CPU than the server.
 *
 * @param nextRequest returns the bytes of the next request
 * @throws Error for any other status than `status`, by default 202
 */
export async function load(options: {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  readonly nextRequest: () => Buffer;
  readonly status?: number;
}): Promise<Measured> {
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + options.ms;
  await Promise.all(
    Array.from({ length: options.connections }, () => busyConnection(options, end, latencies)),
  );
  const seconds = (performance.now() - begin) / 1_000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requestsPerSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answered: sorted.length,
  };
}

function busyConnection(
  {
    port,
    nextRequest,
    status = 202,
  }: { readonly port: number; readonly nextRequest: () => Buffer; readonly status?: number },
  end: number,
  latencies: number[],
): Promise<void> {
  const expected = `HTTP/1.1 ${status}`;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(nextRequest());
    };
    socket.on('connect', send);
    // Responses are small and arrive in one chunk.
    socket.on('data', (chunk) => {
      if (chunk.toString('latin1', 0, 12) !== expected) {
        socket.destroy();
        return reject(new Error(`Unexpected response: ${chunk.toString('latin1', 0, 400)}`));
      }
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < end) send();
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.on('error', reject);
  });
}
