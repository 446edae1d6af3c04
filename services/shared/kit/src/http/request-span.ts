import type { IncomingMessage } from 'node:http';
import type { OpenSpan } from '../trace/span';
import { currentTracer } from '../trace/tracing';

/** The methods with their own label value in traces and metrics. Clients may send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the request's method, or `other`. */
export function knownMethod(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : 'other';
}

/** Starts the server span of a request, as a child of the caller's `traceparent`; undefined when tracing is off. */
export function startRequest(request: IncomingMessage, requestId: string): OpenSpan | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  const method = knownMethod(request.method);
  const { traceparent } = request.headers;
  return tracer.start({
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'headwater.request_id': requestId },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
}

/** Ends the span. @param route the pattern of the route, never the path */
export function endRequest(
  span: OpenSpan,
  {
    method,
    route,
    status,
  }: { readonly method: string | undefined; readonly route: string | undefined; readonly status: number },
): void {
  span.rename(`${knownMethod(method)} ${route ?? 'none'}`);
  span.setAttributes({ 'http.route': route ?? 'none', 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}
