import type { IncomingMessage } from 'node:http';
import type { OpenSpan } from '../trace/span';
import { currentTracer } from '../trace/tracing';

/** The methods that have a name of their own in traces and metrics: a client may send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A request's method, or `other`. */
export function knownMethod(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : 'other';
}

/** The span of a request that this process answers; undefined where traces are off. A sender's `traceparent` is joined. */
export function startRequest(request: IncomingMessage, requestId: string): OpenSpan | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  const method = knownMethod(request.method);
  const { traceparent } = request.headers;
  return tracer.start({
    name: method,
    kind: 'server',
    facts: { 'http.request.method': method, 'headwater.request_id': requestId },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
}

/** Ends it. @param route the pattern that the path matched, never the path */
export function endRequest(
  span: OpenSpan,
  {
    method,
    route,
    status,
  }: { readonly method: string | undefined; readonly route: string | undefined; readonly status: number },
): void {
  span.rename(`${knownMethod(method)} ${route ?? 'none'}`);
  span.note({ 'http.route': route ?? 'none', 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}
