import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { loadAnalytics, loadIdentity } from '@headwater/protos/services';
import { createBareAccounts } from './bare-accounts';
import type { SignUp } from './accounts';

type Method = MethodDefinition<object, object>;

/**
 * The floor of a service: grpc-js as it comes, which does the HMAC and the SQL, after a question for the first session where
 * it is told whom to ask. Checks nothing, tells of no error. Prints its port.
 */
export async function serveBareIdentity(databaseUrl: string, analyticsAddress?: string): Promise<void> {
  const accounts = createBareAccounts(databaseUrl);
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

/** Asks the analytics service, and waits for the answer. */
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
