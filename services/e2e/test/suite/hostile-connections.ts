import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { callApi } from '../../src/api';
import type { ProcessSystem } from '../../src/start-processes';

/** `SOAK=long` opens 2,000 connections for a minute. */
const { connections, seconds } =
  process.env['SOAK'] === 'long' ? { connections: 2_000, seconds: 60 } : { connections: 400, seconds: 8 };
const CHART = parse(
  readFileSync(join(__dirname, '../../../../helm/headwater/values.yaml'), 'utf8'),
) as Record<
  'defaults' | 'gateway' | 'collector',
  { readonly resources?: { readonly limits: { readonly memory: string } } }
>;

/** The memory limit of a service in the chart, in MiB. */
function memoryLimitMib(service: 'gateway' | 'collector'): number {
  const { memory } = (CHART[service].resources ?? CHART.defaults.resources)?.limits ?? {};
  const [, mib] = /^(\d+)Mi$/.exec(memory ?? '') ?? [];
  if (mib === undefined) throw new Error(`The chart has no memory limit of ${service} in Mi: ${memory}`);
  return Number(mib);
}
const STRIPE_SIGNATURE = `t=1,v1=${'a'.repeat(64)}`;

/** A hostile request: the bytes that it sends first and every 250 ms. A body is never complete. */
interface Attack {
  readonly head: string | Buffer;
  readonly chunk: Buffer;
  /** Whether it never reads an answer. */
  readonly neverReads?: true;
}

const SILENCE = Buffer.alloc(0);
const DRIP = Buffer.alloc(10, 'x');
/** 32 MB/s from 500 connections. */
const FLOOD = Buffer.alloc(16_384, 'x');

/** 16 KB of headers per chunk: above the limit of Node.js. */
const HUGE_HEADER = Buffer.from(`X-Pad: ${'x'.repeat(16_375)}\r\n`);
/** Complete requests in one write (HTTP pipelining), 400 per second. */
const pipeline = (path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(100));

const post = (path: string, length: number, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n`;

/** With nearly the whole body in the first write: a server that keeps it has the memory of all bodies. */
const withBody = (head: string, bytes: number): Buffer =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x')]);

/** Attacks on the gateway. @param stripePath the path of a Stripe webhook with a secret */
const attacksOnGateway = (stripePath: string): readonly Attack[] => [
  { head: '', chunk: SILENCE },
  { head: 'POST /dashboard/session HTTP/1.1\r\nHost: localhost\r\nX-Pad: ', chunk: DRIP },
  {
    head: post('/dashboard/session', 4_000, 'X-Headwater-Dashboard: 1\r\nSec-Fetch-Site: same-origin\r\n'),
    chunk: DRIP,
  },
  {
    head: withBody(post(stripePath, 1_048_000, `Stripe-Signature: ${STRIPE_SIGNATURE}\r\n`), 1_000_000),
    chunk: DRIP,
  },
  { head: withBody(post('/api/v1/identify/bulk', 4_000_000), 3_900_000), chunk: DRIP },
  { head: post('/api/v1/identify/bulk', 4_000_000), chunk: FLOOD },
  { head: '', chunk: pipeline('/openapi.json'), neverReads: true },
];

const ATTACKS_ON_COLLECTOR: readonly Attack[] = [
  { head: '', chunk: SILENCE },
  { head: 'POST /collect HTTP/1.1\r\nHost: localhost\r\nX-Pad: ', chunk: DRIP },
  { head: 'POST /collect HTTP/1.1\r\nHost: localhost\r\n', chunk: HUGE_HEADER },
  { head: '', chunk: pipeline('/hw.js'), neverReads: true },
  { head: post('/collect', 65_000), chunk: DRIP },
  { head: post('/collect', 65_000) + 'x'.repeat(64_000), chunk: SILENCE },
  { head: post('/collect', 65_000_000), chunk: FLOOD },
];

/** Opens connections from many loopback addresses and opens each closed one again. @returns closes all connections */
function attack(url: string, attacks: readonly Attack[]): () => void {
  const port = Number(new URL(url).port);
  const open = new Set<Socket>();
  let isOver = false;
  const start = (number: number): void => {
    const { head, chunk, neverReads } = attacks[number % attacks.length] ?? { head: '', chunk: SILENCE };
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (number % 250)}` });
    open.add(socket);
    const sender = setInterval(() => {
      if (chunk.length > 0 && socket.writableLength === 0) socket.write(chunk);
    }, 250);
    // A reset is expected.
    socket.on('error', () => undefined);
    if (!neverReads) socket.resume();
    socket.on('close', () => {
      clearInterval(sender);
      open.delete(socket);
      const again = (): void => {
        if (!isOver) start(number);
      };
      setTimeout(again, 500).unref();
    });
    if (head.length > 0) socket.write(head);
  };
  for (let number = 0; number < connections; number += 1) start(number);
  return () => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
}

/** Clients repeat a request whose connection was refused or closed. */
async function withRetries(send: () => Promise<number>, retries = 3): Promise<number> {
  try {
    return await send();
  } catch (error) {
    if (retries === 0) throw error;
    await pause(200);
    return withRetries(send, retries - 1);
  }
}

function memoryMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

/** Tests that hostile connections neither exhaust the memory of the public servers nor keep out honest clients. */
export function describeHostileConnections(system: () => ProcessSystem): void {
  const isLinux = process.platform === 'linux';
  (isLinux ? describe : describe.skip)('hostile connections', () => {
    /** Sends honest requests during an attack. @returns the largest memory of the service */
    const servedDuring = async (
      service: string,
      send: () => Promise<number>,
      status: number,
    ): Promise<number> => {
      const end = performance.now() + seconds * 1_000;
      let maxMib = 0;
      let requests = 0;
      while (performance.now() < end || requests < 5) {
        expect(await withRetries(send)).toBe(status);
        requests += 1;
        maxMib = Math.max(maxMib, memoryMib(system().pidOf(service)));
        await pause(100);
      }
      return maxMib;
    };

    test('leave the gateway below its memory limit, and honest requests are served', async () => {
      const { token, apiUrl } = system();
      const set = await callApi(system(), 'PUT', '/api/v1/integrations/stripe', {
        body: { signing_secret: 'whsec_0123456789abcdef' },
      });
      expect(set.status).toBe(200);
      const stop = attack(apiUrl, attacksOnGateway(set.body.webhookPath));
      try {
        const read = async () => {
          const response = await fetch(`${apiUrl}/api/v1/sites`, {
            headers: { authorization: `Bearer ${token}`, connection: 'close' },
          });
          await response.arrayBuffer();
          return response.status;
        };
        const maxMib = await servedDuring('gateway', read, 200);
        if (process.env['SOAK']) process.stderr.write(`gateway: max ${Math.round(maxMib)} MiB RSS\n`);
        expect(maxMib).toBeLessThan(memoryLimitMib('gateway'));
      } finally {
        stop();
      }
    }, 300_000);

    test('leave the collector below its memory limit, and events are accepted', async () => {
      const { collectUrl } = system();
      const { body: site } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'hostile.example' },
      });
      const [, key] = /data-key="([^"]+)"/.exec(String(site.snippet)) ?? [];
      const stop = attack(collectUrl, ATTACKS_ON_COLLECTOR);
      try {
        const collect = async () => {
          const url = 'https://hostile.example/';
          const response = await fetch(`${collectUrl}/collect`, {
            method: 'POST',
            headers: { 'content-type': 'text/plain', connection: 'close' },
            body: JSON.stringify({
              site: site.id,
              key,
              visitor: 'honest',
              session: { id: 'session-1', landing: url },
              events: [{ id: randomUUID(), name: 'pageview', url, time: new Date().toISOString() }],
            }),
          });
          await response.arrayBuffer();
          return response.status;
        };
        const maxMib = await servedDuring('collector', collect, 202);
        if (process.env['SOAK']) process.stderr.write(`collector: max ${Math.round(maxMib)} MiB RSS\n`);
        expect(maxMib).toBeLessThan(memoryLimitMib('collector'));
      } finally {
        stop();
      }
    }, 300_000);
  });
}
