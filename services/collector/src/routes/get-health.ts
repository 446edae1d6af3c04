import { failure } from '@headwater/protos/error-codes';
import type { Route } from '../http/exchange';
import { respondJson } from '../http/respond';

/** `GET /healthz`: the process lives. Asks nothing of others, or their outage would restart it. */
export const getHealth: Route = (exchange) => respondJson(exchange, 200, { status: 'ok' });

/** `GET /readyz`: 200 when events can be taken now, else 503. */
export function getReadiness(ready: () => Promise<boolean>): Route {
  return async (exchange) => {
    if (await ready()) return respondJson(exchange, 200, { status: 'ready' });
    throw failure('upstream_unavailable', 'Events cannot be taken right now.', { retryAfterSeconds: 1 });
  };
}
