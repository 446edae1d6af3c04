import {
  Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
} from '@grpc/grpc-js';
import { AppError, toAppError } from '../errors';
import type { Logger } from '../log';
import { remedyOf } from '../remedy';
import { processMetrics } from '../metrics/process-metrics';
import { requestIdFrom } from '../request-id';
import type { OpenSpan } from '../trace/span';
import { startAnswer } from './call-span';
import { statusOf } from './error-metadata';
import { METADATA, type CallContext } from './types';

/** A handler of any method that answers with one message. */
export type OneAnswer = (request: unknown, call: CallContext) => Promise<unknown>;
/** A handler of any method that answers with a stream. */
export type StreamAnswer = (request: unknown, call: CallContext) => AsyncIterable<unknown>;

/** What all methods of one server share. */
export interface Answering {
  readonly service: string;
  readonly log: Logger;
  /** How a call of somebody who is not trusted ends; undefined for the trusted. */
  readonly refuse: (metadata: Metadata) => Partial<StatusObject> | undefined;
}

type AnyCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>;

/** The handler as grpc-js calls it, of a method that answers with one message. */
export function answerOne(method: string, handler: OneAnswer, answering: Answering) {
  return (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    const refusal = answering.refuse(call.metadata);
    if (refusal) return respond(refusal);
    const { context, span } = begin(call, method, answering);
    const ended = tellEnd(answering, method, context, span);
    // Async: a handler that throws before its first await must not end the process.
    const answer = async (): Promise<unknown> => handler(call.request, context);
    (span ? span.run(answer) : answer()).then(
      (response) => {
        ended.well();
        respond(null, response, context.trailer());
      },
      (thrown: unknown) => respond(ended.badly(thrown)),
    );
  };
}

/** The same of a method that answers with a stream: asks for the next message when the last ones were taken. */
export function answerStream(method: string, handler: StreamAnswer, answering: Answering) {
  return (call: ServerWritableStream<unknown, unknown>): void => {
    const refusal = answering.refuse(call.metadata);
    if (refusal) return void call.emit('error', refusal);
    const { context, span } = begin(call, method, answering);
    const ended = tellEnd(answering, method, context, span);
    const send = (): Promise<void> => sendAll(call, context.signal, () => handler(call.request, context));
    (span ? span.run(send) : send()).then(
      () => {
        ended.well();
        call.end();
      },
      (thrown: unknown) => call.emit('error', ended.badly(thrown)),
    );
  };
}

/** Sends the messages one after the other. Leaving the loop, when the caller has gone, closes their source. */
async function sendAll(
  call: ServerWritableStream<unknown, unknown>,
  signal: AbortSignal,
  messages: () => AsyncIterable<unknown>,
): Promise<void> {
  for await (const message of messages()) {
    if (!signal.aborted && !call.write(message)) await drained(call, signal);
    if (signal.aborted) return;
  }
}

/** Resolves when there is room for more, or nobody to take it. */
function drained(call: ServerWritableStream<unknown, unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      call.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    call.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Notes when and how a call ends. */
function tellEnd(
  { service, log }: Answering,
  method: string,
  context: CallContext,
  span: OpenSpan | undefined,
) {
  const began = performance.now();
  const ended = (code: string): void => {
    const ms = performance.now() - began;
    span?.end(code === 'ok' ? undefined : code);
    processMetrics().rpcServed(service, method, { code, ms });
    if (log.isLevelEnabled('debug')) context.log.debug({ method, code, ms: Math.round(ms) }, 'call ended');
  };
  return {
    well: () => ended('ok'),
    /** @returns what the caller is told. */
    badly: (thrown: unknown): StatusObject => {
      const error = toAppError(thrown);
      if (error.kind === 'internal') context.log.error({ method, err: error.cause ?? error }, 'call failed');
      // An outage is told by whoever is asked to be ready; what an operator has to mend, by each who meets it.
      else if (remedyOf(error.cause) !== undefined)
        context.log.warn({ method, err: error.cause }, 'call failed');
      ended(error.code);
      return statusOf(error);
    },
  };
}

/** What the handler knows of the call, and its span where there are traces. */
function begin(call: AnyCall, method: string, { service, log }: Answering) {
  const requestId = requestIdFrom(call.metadata.get(METADATA.requestId)[0]);
  const span = startAnswer({ service, method }, requestId, call.metadata.get(METADATA.traceparent)[0]);
  const ids = span ? { requestId, traceId: span.traceId } : { requestId };
  return { context: new AnsweredCall(call, log, ids), span };
}

/** The log and the signal are made when they are first asked for: most calls do without. */
class AnsweredCall implements CallContext {
  private lines: Logger | undefined;
  private end: AbortSignal | undefined;
  private cost = 0;

  /** @param ids what each line of the call's log begins with */
  constructor(
    private readonly call: AnyCall,
    private readonly process: Logger,
    private readonly ids: { readonly requestId: string; readonly traceId?: string },
  ) {}

  get requestId(): string {
    return this.ids.requestId;
  }

  get log(): Logger {
    return (this.lines ??= this.process.child(this.ids));
  }

  get signal(): AbortSignal {
    return (this.end ??= signalOf(this.call));
  }

  get gone(): boolean {
    return this.call.cancelled;
  }

  workspaceId(): number {
    const value = this.call.metadata.get(METADATA.workspaceId)[0];
    if (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)) return Number(value);
    throw new AppError({
      kind: 'invalid',
      code: 'invalid_request',
      message: `The call must carry the metadata ${METADATA.workspaceId} with a workspace's id.`,
    });
  }

  charge(cost: number): void {
    this.cost += cost;
  }

  /** Tells the caller what the answer cost, after it. */
  trailer(): Metadata | undefined {
    if (this.cost === 0) return undefined;
    const trailer = new Metadata();
    trailer.set(METADATA.cost, String(this.cost));
    return trailer;
  }
}

/** Aborted when the caller cancels, goes away or its deadline passes, and at the end of every call. */
function signalOf(call: AnyCall): AbortSignal {
  const controller = new AbortController();
  if (call.cancelled) controller.abort();
  else call.on('cancelled', () => controller.abort());
  return controller.signal;
}
