import { failure } from '@headwater/protos/error-codes';
import type { Dependencies } from '../dependencies';
import { respondJson, type Route, type Routes } from '../http/exchange';
import { answerPreflight, crossOrigin } from '../http/origin';
import { getScript, type ScriptFile } from './get-script';
import { postCollect } from './post-collect';

export interface RouteDependencies extends Dependencies {
  readonly collectPath: string;
  readonly scriptPath: string;
  readonly script: ScriptFile;
  readonly ready: () => Promise<boolean>;
}

/** Returns every route of the collector's HTTP server. */
export function collectorRoutes(dependencies: RouteDependencies): Routes {
  const { collectPath, scriptPath } = dependencies;
  if (collectPath === scriptPath) throw new Error('COLLECT_PATH and SCRIPT_PATH must differ.');
  const script = getScript(dependencies.script);
  const readiness = getReadiness(dependencies.ready);
  return new Map([
    [collectPath, { POST: crossOrigin(postCollect(dependencies)), OPTIONS: crossOrigin(answerPreflight) }],
    [scriptPath, { GET: script, HEAD: script }],
    // Load balancers check this path by default.
    ['/', { GET: getHealth, HEAD: getHealth }],
    ['/healthz', { GET: getHealth, HEAD: getHealth }],
    ['/readyz', { GET: readiness, HEAD: readiness }],
  ]);
}

/** `GET /healthz`: 200 while the process runs. Calls no dependency: an outage of one must not restart the collector. */
const getHealth: Route = (exchange) => respondJson(exchange, 200, { status: 'ok' });

/** `GET /readyz`: 200 when events can be accepted, otherwise 503. */
function getReadiness(ready: () => Promise<boolean>): Route {
  return async (exchange) => {
    if (await ready()) return respondJson(exchange, 200, { status: 'ready' });
    throw failure('upstream_unavailable', 'Events cannot be accepted right now. Retry in 1 s.', {
      retryAfterSeconds: 1,
    });
  };
}
