import type { Route, Routes } from '../http/exchange';
import { answerPreflight, openToOrigins } from '../http/cors';
import type { ScriptFile } from '../http/script-file';
import { getHealth, getReadiness } from './get-health';
import { getScript } from './get-script';
import { postCollect, type CollectDeps } from './post-collect';

export interface RouteDeps extends CollectDeps {
  readonly collectPath: string;
  readonly scriptPath: string;
  readonly script: ScriptFile;
  readonly ready: () => Promise<boolean>;
}

/** Every address of the collector's HTTP door. */
export function collectorRoutes(deps: RouteDeps): Routes {
  if (deps.collectPath === deps.scriptPath) throw new Error('COLLECT_PATH and SCRIPT_PATH must differ.');
  const script = getScript(deps.script);
  const readiness = getReadiness(deps.ready);
  return new Map([
    [
      deps.collectPath,
      {
        POST: crossOrigin(postCollect(deps)),
        OPTIONS: crossOrigin(answerPreflight),
      },
    ],
    [deps.scriptPath, { GET: script, HEAD: script }],
    ['/healthz', { GET: getHealth, HEAD: getHealth }],
    ['/readyz', { GET: readiness, HEAD: readiness }],
  ]);
}

/** Pages of other origins may read the answer, failures too. */
function crossOrigin(route: Route): Route {
  return (exchange) => {
    openToOrigins(exchange);
    return route(exchange);
  };
}
