import type { Tracer, SpanOptions, TracingOptions } from './span';

let tracer: Tracer | undefined;

/** The tracer of this process; undefined while tracing is off, which then costs nothing. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

/** Starts tracing if there is an endpoint. @returns stops tracing */
export async function startTracing({ endpoint, ...options }: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  // Loaded on demand: the SDK takes 0.1 s and 16 MB.
  const { createTracer } = await import('./open-telemetry');
  const started = createTracer({ endpoint, ...options });
  tracer = started;
  return async () => {
    if (tracer === started) tracer = undefined;
    await started.stop();
  };
}

/** Runs work within a new span, if tracing is on. */
export async function inSpan<T>(span: SpanOptions, work: () => Promise<T>): Promise<T> {
  const open = tracer?.start(span);
  if (!open) return work();
  try {
    const result = await open.run(work);
    open.end();
    return result;
  } catch (error) {
    open.end(errorType(error));
    throw error;
  }
}

/** Returns the code or the class of an error. Its message may contain customer data and never reaches a trace. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  return typeof name === 'string' ? name : 'unknown';
}
