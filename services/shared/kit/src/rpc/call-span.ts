import type { OpenSpan } from '../trace/span';
import { currentTracer } from '../trace/tracing';

/** A call as it is traced. */
export interface TracedCall {
  /** `headwater.sites.v1.Sites` */
  readonly service: string;
  readonly method: string;
}

/** The span of a call that this process makes; undefined where traces are off. */
export function startCall(call: TracedCall): OpenSpan | undefined {
  return currentTracer()?.start({ ...spanOf(call), kind: 'client' });
}

/** The span of a call that this process answers. @param traceparent as the caller sent it */
export function startAnswer(call: TracedCall, requestId: string, traceparent: unknown): OpenSpan | undefined {
  const { name, facts } = spanOf(call);
  return currentTracer()?.start({
    name,
    kind: 'server',
    facts: { ...facts, 'headwater.request_id': requestId },
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  });
}

function spanOf({ service, method }: TracedCall) {
  const facts = { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
  return { name: `${service}/${method}`, facts };
}
