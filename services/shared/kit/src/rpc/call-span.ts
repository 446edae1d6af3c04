import type { OpenSpan } from '../trace/span';
import { currentTracer } from '../trace/tracing';

/** The method that a span describes. */
export interface TracedCall {
  /** `headwater.sites.v1.Sites` */
  readonly service: string;
  readonly method: string;
}

/** Starts the client span of a call; undefined when tracing is off. */
export function startClientSpan(call: TracedCall): OpenSpan | undefined {
  return currentTracer()?.start({ ...spanOf(call), kind: 'client' });
}

/** Starts the server span of a call; undefined when tracing is off. @param traceparent as received */
export function startServerSpan(
  call: TracedCall,
  requestId: string,
  traceparent: unknown,
): OpenSpan | undefined {
  const { name, attributes } = spanOf(call);
  return currentTracer()?.start({
    name,
    kind: 'server',
    attributes: { ...attributes, 'headwater.request_id': requestId },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
}

function spanOf({ service, method }: TracedCall) {
  const attributes = { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
  return { name: `${service}/${method}`, attributes };
}
