import { Metadata, status, type ChannelInterface, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';

export interface UnaryCall {
  readonly method: MethodDefinition<object, object>;
  readonly request: object;
  readonly metadata: Metadata;
  /** Unix milliseconds. */
  readonly deadline: number;
  /** Called once, asynchronously. `response` is set when there is no error; `trailer` in both cases. */
  readonly onEnd: (error: ServiceError | undefined, response: object | undefined, trailer: Metadata) => void;
}

/**
 * Makes a unary call directly on the channel. Compared with grpc-js's `makeUnaryRequest` it skips client interceptors and the
 * stack trace of each call, which take an eighth of a request (`npm run bench:gateway`).
 *
 * @returns cancels the call
 */
export function callUnary(channel: ChannelInterface, unary: UnaryCall): () => void {
  const { method, request, metadata, deadline } = unary;
  // Cleared at the end. grpc-js and node keep ended calls in a Set and a Map until the next major garbage collection; without
  // this they would retain the caller's whole request, which cost a sixth of the gateway's time.
  let onEnd: UnaryCall['onEnd'] | undefined = unary.onEnd;
  const call = channel.createCall(method.path, deadline, null, null, null);
  let response: object | undefined;
  let failure: ServiceError | undefined;
  const fail = (details: string, cause: unknown): void => {
    failure = errorOf({ code: status.INTERNAL, details, metadata: new Metadata() }, cause);
    call.cancelWithStatus(status.INTERNAL, details);
  };
  const errorAt = (end: StatusObject): ServiceError | undefined => {
    if (failure) return failure;
    if (end.code !== status.OK) return errorOf(end);
    return response
      ? undefined
      : errorOf({ ...end, code: status.INTERNAL, details: 'The server sent no response.' });
  };
  call.start(metadata, {
    onReceiveMetadata: () => undefined,
    onReceiveMessage: (bytes: Buffer) => {
      try {
        response = method.responseDeserialize(bytes);
      } catch (error) {
        fail('The response could not be decoded.', error);
      }
    },
    onReceiveStatus: (end) => {
      const callback = onEnd;
      const result = [errorAt(end), response, end.metadata] as const;
      onEnd = undefined;
      response = undefined;
      callback?.(...result);
    },
  });
  // One read: a second message is ignored.
  call.startRead();
  try {
    call.sendMessageWithContext({}, method.requestSerialize(request));
  } catch (error) {
    fail('The request could not be encoded.', error);
  }
  call.halfClose();
  return () => call.cancelWithStatus(status.CANCELLED, 'Cancelled by the caller.');
}

function errorOf({ code, details, metadata }: StatusObject, cause?: unknown): ServiceError {
  const error = new Error(`${code} ${status[code]}: ${details}`, { cause });
  return Object.assign(error, { code, details, metadata });
}
