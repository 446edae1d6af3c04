import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, SpanOf, Tracer, TracingOptions } from './span';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Longest time that a stopping process waits for the receiver. */
const STOP_MS = 3_000;

/**
 * Traces through OpenTelemetry's SDK, sent as OTLP over HTTP. Headers, time-outs, batches and limits are set by the SDK's
 * own variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…`). Nothing is patched: our own doors make the spans.
 */
export function createTracer(options: TracingOptions & { readonly endpoint: string }): Tracer {
  const tell = (reason: string): void =>
    options.log.warn({ reason: reason.slice(0, 300) }, 'traces could not be sent');
  listen(tell);
  const ratio = new TraceIdRatioBasedSampler(options.ratio);
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': options.name })),
    // A caller's wish is not heeded: anybody may send a traceparent.
    sampler: new ParentBasedSampler({
      root: ratio,
      remoteParentSampled: ratio,
      remoteParentNotSampled: ratio,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces` }))],
  });
  const spans = provider.getTracer('headwater');
  const contexts = new AsyncLocalStorageContextManager().enable();

  const open = ({ name, kind, facts = {} }: SpanOf, parent: Context): OpenSpan => {
    const span = spans.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent);
    return openSpan(span, (work) => contexts.with(trace.setSpan(parent, span), work));
  };
  return {
    start: (span) => open(span, callerOf(span.traceparent) ?? contexts.active()),
    startInside: (span) => (trace.getSpan(contexts.active()) ? open(span, contexts.active()) : undefined),
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the receiver did not answer in time')), STOP_MS);
      });
      await Promise.race([provider.shutdown(), patience]).catch((error: unknown) => tell(String(error)));
      clearTimeout(timer);
      contexts.disable();
      diag.disable();
    },
  };
}

/** `tracestate` and `baggage` are left behind: who knows what a caller has put there. */
function callerOf(traceparent: string | undefined): Context | undefined {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : undefined;
}

function openSpan(span: Span, within: OpenSpan['run']): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    run: within,
    rename: (name) => void span.updateName(name),
    note: (facts) => void span.setAttributes(facts),
    end: (failure) => {
      if (failure !== undefined)
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
      span.end();
    },
  };
}

/** The SDK keeps its failures to itself: a receiver that is away must not go unnoticed. */
function listen(tell: (reason: string) => void): void {
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
