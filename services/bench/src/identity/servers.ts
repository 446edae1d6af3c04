import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { createLog } from '@headwater/kit/log';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { loadAnalytics, loadIdentity, type AnalyticsDefinition } from '@headwater/protos/services';
import { createBaselineAccounts, type SignUp } from './accounts';

type Method = MethodDefinition<object, object>;

/**
 * The baseline server: HMAC and SQL behind plain grpc-js; with an address it calls analytics for the first session before. No
 * checks and no error mapping. Prints its port.
 */
export async function serveBaselineIdentity(databaseUrl: string, analyticsAddress?: string): Promise<void> {
  const accounts = createBaselineAccounts(databaseUrl);
  const firstTouch = analyticsAddress === undefined ? undefined : firstTouchAt(analyticsAddress);
  const handlers: UntypedServiceImplementation = {
    Identify: ({ request }: { request: RawIdentify }, respond: Respond) => {
      const { anonymousId, account } = request;
      Promise.resolve(firstTouch?.(anonymousId))
        .then(() => accounts.identify({ ...account, anonymousId }))
        .then(() => respond(null, { linked: true }), respond);
    },
    BulkIdentify: ({ request }: { request: RawBulk }, respond: Respond) => {
      const rows = request.users.map(({ account }) => ({ ...account, anonymousId: '' }));
      accounts.identifyInBulk(rows).then(() => respond(null, { imported: rows.length }), respond);
    },
  };
  const server = new Server();
  server.addService(loadIdentity().definition, handlers);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  console.log(JSON.stringify({ grpc: port }));
}

/** Returns a function that calls `GetFirstTouch`. */
function firstTouchAt(address: string): (anonymousId: string) => Promise<unknown> {
  const { GetFirstTouch } = loadAnalytics().definition as unknown as Record<string, Method>;
  const analytics = new Client(address, credentials.createInsecure());
  return (anonymousId) =>
    new Promise((resolve, reject) => {
      if (!GetFirstTouch) return reject(new Error('Analytics has no GetFirstTouch.'));
      const { path, requestSerialize, responseDeserialize } = GetFirstTouch;
      analytics.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        { anonymousId },
        (error, touch) => (error ? reject(error) : resolve(touch)),
      );
    });
}

type Respond = (error: Error | null, answer?: object) => void;

interface RawIdentify {
  readonly anonymousId: string;
  readonly account: Omit<SignUp, 'anonymousId'>;
}

interface RawBulk {
  readonly users: readonly Pick<RawIdentify, 'account'>[];
}

/** Starts a stub of the analytics service with a first session for every visitor and the methods that identity calls. */
export async function startAnalytics(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const touch = {
    found: true,
    channel: 'Organic Search',
    source: 'Google',
    utmCampaign: '',
    landing: 'example.com/pricing',
    referrer: 'google.com',
    firstSeenAtMs: Date.UTC(2026, 9, 1),
    rulesVersion: 1,
    siteId: 1,
    country: 'DE',
    utmSource: '',
    utmMedium: '',
    visitorKey: Buffer.alloc(8),
  };
  const handlers: Pick<
    Handlers<AnalyticsDefinition>,
    'GetFirstTouch' | 'ListFirstTouches' | 'ListTouchedVisitors'
  > = {
    GetFirstTouch: () => Promise.resolve(touch),
    ListFirstTouches: ({ anonymousIds }) =>
      Promise.resolve({
        touches: anonymousIds.map((anonymousId, index) => ({ anonymousId, index, touch })),
        considersArrival: true,
        visitorKeys: anonymousIds.map(() => touch.visitorKey),
      }),
    ListTouchedVisitors: () => Promise.resolve({ cursor: '0-0-0' }),
  };
  const server = await startRpcServer({
    service: loadAnalytics(),
    handlers: handlers as Handlers<AnalyticsDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: createLog('bench', 'silent'),
  });
  return { address: `127.0.0.1:${server.port}`, stop: () => server.stop(100) };
}
