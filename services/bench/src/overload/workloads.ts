import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Pool } from '@headwater/kit/pg/pool';

/** The system under load. */
export interface Target {
  readonly token: string;
  readonly apiPort: number;
  readonly collectorPort: number;
  readonly siteId: number;
  readonly siteKey: string;
  /** Read by queries and exports, whose cost depends on the number of events. */
  readonly emptySiteId: number;
  readonly clickhouse: ClickHouseClient;
  readonly postgres: Pool;
  /** CPU time of all processes so far. */
  cpuMs(): number;
}

/** One kind of request at growing rates. */
export interface Workload {
  /** Requests per second, in ascending order. */
  readonly rates: readonly number[];
  /** One of the rates, at which all requests succeed, 99 % of them within a time. */
  readonly targetRate?: { readonly perSecond: number; readonly maxP99Ms: number };
  readonly portOf: (target: Target) => number;
  /** Returns the bytes of a request. @param number unique in a run */
  readonly requestOf: (target: Target, run: string, number: number) => Buffer;
  /** The numbers of the requests of a run whose effect is stored; undefined for reads. */
  readonly stored?: (target: Target, run: string) => Promise<readonly number[]>;
}

const apiPort = ({ apiPort: port }: Target): number => port;

export const WORKLOADS: Readonly<Record<string, Workload>> = {
  events: {
    rates: [200, 400, 600, 800, 1_200],
    targetRate: { perSecond: 600, maxP99Ms: 500 },
    portOf: apiPort,
    requestOf: (target, run, number) =>
      post(target, `/api/v1/sites/${target.siteId}/events`, {
        events: [
          {
            anonymous_id: `${run}-${number % 1_000}`,
            name: 'pageview',
            url: 'https://shop.example/pricing',
            props: { run, number },
          },
        ],
      }),
    stored: storedEvents,
  },
  collect: {
    rates: [1_000, 2_000, 3_000, 4_000],
    portOf: ({ collectorPort }) => collectorPort,
    requestOf: ({ siteId, siteKey }, run, number) =>
      request('POST /collect', BROWSER, {
        site: siteId,
        key: siteKey,
        visitor: `${run}-${number % 1_000}`,
        session: { id: `${run}-${number % 1_000}`, landing: 'https://shop.example/' },
        event: { id: randomUUID(), name: 'pageview', url: 'https://shop.example/', props: { run, number } },
      }),
    stored: storedEvents,
  },
  identify: {
    rates: [200, 400, 600, 800, 1_200],
    portOf: apiPort,
    requestOf: (target, run, number) =>
      post(target, '/api/v1/identify', {
        anonymous_id: `${run}-${number}`,
        email: `${run}-${number}@shop.example`,
        user_id: `${run}-${number}`,
      }),
    stored: async ({ postgres }, run) =>
      numbersOf(
        await postgres.query<{ number: string }>(
          `SELECT split_part(anonymous_id, '-', 2) AS number FROM identity.links WHERE anonymous_id LIKE $1`,
          [`${run}-%`],
        ),
      ),
  },
  payments: {
    rates: [200, 400, 600, 800, 1_200],
    portOf: apiPort,
    requestOf: (target, run, number) =>
      post(target, '/api/v1/payments', {
        payment_id: `${run}-${number}`,
        email: `${run}-${number}@shop.example`,
        amount: '49.00',
        currency: 'EUR',
      }),
    stored: async ({ postgres }, run) =>
      numbersOf(
        await postgres.query<{ number: string }>(
          `SELECT split_part(payment_id, '-', 2) AS number FROM identity.payments WHERE payment_id LIKE $1`,
          [`${run}-%`],
        ),
      ),
  },
  queries: {
    rates: [10, 20, 40, 80],
    portOf: apiPort,
    requestOf: (target, run, number) =>
      get(target, `stats?range=7d&filter[pathname][contains]=${run}${number}`),
  },
  exports: {
    rates: [5, 10, 20, 40],
    portOf: apiPort,
    requestOf: (target, run, number) =>
      get(target, `export?range=7d&type=events&format=ndjson&filter[pathname][contains]=${run}${number}`),
  },
};

async function storedEvents({ clickhouse }: Target, run: string): Promise<number[]> {
  const result = await clickhouse.query({
    query: `SELECT toUInt32(props['number']) AS number FROM events FINAL WHERE props['run'] = {run:String}`,
    query_params: { run },
    format: 'JSONEachRow',
  });
  return (await result.json<{ number: number }>()).map(({ number }) => number);
}

function numbersOf({ rows }: { readonly rows: readonly { readonly number: string }[] }): number[] {
  return rows.map(({ number }) => Number(number));
}

const BROWSER =
  'Origin: https://shop.example\r\n' +
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36\r\n';

function post(target: Target, path: string, body: object): Buffer {
  return request(`POST ${path}`, authorization(target), body);
}

function get(target: Target, path: string): Buffer {
  return request(`GET /api/v1/sites/${target.emptySiteId}/${path}`, authorization(target));
}

function authorization({ token }: Target): string {
  return `Authorization: Bearer ${token}\r\n`;
}

function request(line: string, headers: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return Buffer.from(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}${type}\r\n${text}`);
}
