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
import type { OpenSpan, SpanOptions, Tracer, TracingOptions } from './span';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** The maximum time that a stopping process waits for the receiver. */
const STOP_MS = 3_000;

/**
 * Returns a tracer that exports OTLP over HTTP through the OpenTelemetry SDK. The SDK's own variables set headers, timeouts,
 * batches and limits (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…`). No library is patched: kit's servers and clients create spans.
 */
export function createTracer(options: TracingOptions & { readonly endpoint: string }): Tracer {
  const warn = (reason: string): void =>
    options.log.warn({ reason: reason.slice(0, 300) }, 'trace export failed');
  logSdkErrors(warn);
  const ratio = new TraceIdRatioBasedSampler(options.ratio);
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': options.name })),
    // The caller's sampling decision is ignored: anyone can send a traceparent.
    sampler: new ParentBasedSampler({
      root: ratio,
      remoteParentSampled: ratio,
      remoteParentNotSampled: ratio,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces` }))],
  });
  const spans = provider.getTracer('headwater');
  const contexts = new AsyncLocalStorageContextManager().enable();

  const open = ({ name, kind, attributes = {} }: SpanOptions, parent: Context): OpenSpan => {
    const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    return openSpan(span, (work) => contexts.with(trace.setSpan(parent, span), work));
  };
  return {
    start: (span) => open(span, callerOf(span.traceparent) ?? contexts.active()),
    startInside: (span) => (trace.getSpan(contexts.active()) ? open(span, contexts.active()) : undefined),
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the receiver did not answer in time')), STOP_MS);
      });
      await Promise.race([provider.shutdown(), timeout]).catch((error: unknown) => warn(String(error)));
      clearTimeout(timer);
      contexts.disable();
      diag.disable();
    },
  };
}

/** Ignores `tracestate` and `baggage`, because their content is untrusted. */
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
    setAttributes: (attributes) => void span.setAttributes(attributes),
    end: (failure) => {
      if (failure !== undefined)
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
      span.end();
    },
  };
}

/** Logs the SDK's errors, such as an unreachable receiver. By default the SDK hides them. */
function logSdkErrors(warn: (reason: string) => void): void {
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
