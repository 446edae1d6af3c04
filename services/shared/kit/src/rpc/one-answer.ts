import { Metadata, status, type ChannelInterface, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';

export interface OneCall {
  readonly method: MethodDefinition<object, object>;
  readonly request: object;
  readonly metadata: Metadata;
  /** Unix milliseconds. */
  readonly deadline: number;
  /** Called once, later. The answer counts where there is no error; the trailer is what was sent after either. */
  readonly ended: (error: ServiceError | undefined, answer: object | undefined, trailer: Metadata) => void;
}

/**
 * Calls a method that answers with one message, as grpc-js's own `makeUnaryRequest` does, but straight on the channel: what
 * that does beside for interceptors, and for a stack of each call in case it should fail, takes an eighth of a request.
 *
 * @returns cancels the call
 */
export function askForOne(channel: ChannelInterface, asked: OneCall): () => void {
  const { method, request, metadata, deadline } = asked;
  // Let go of at the end. Calls outlive it, until V8's next major collection: grpc-js and node list those under way in a Set
  // and a Map, and a table that such a one has outgrown keeps its successor alive, with what was in it. All of the caller's
  // own request would be kept and copied with them, which takes a sixth of the gateway's time.
  let ended: OneCall['ended'] | undefined = asked.ended;
  const call = channel.createCall(method.path, deadline, null, null, null);
  let answer: object | undefined;
  let broken: ServiceError | undefined;
  const breakOff = (details: string, cause: unknown): void => {
    broken = errorOf({ code: status.INTERNAL, details, metadata: new Metadata() }, cause);
    call.cancelWithStatus(status.INTERNAL, details);
  };
  const errorAt = (end: StatusObject): ServiceError | undefined => {
    if (broken) return broken;
    if (end.code !== status.OK) return errorOf(end);
    return answer
      ? undefined
      : errorOf({ ...end, code: status.UNIMPLEMENTED, details: 'No message was received.' });
  };
  call.start(metadata, {
    onReceiveMetadata: () => undefined,
    onReceiveMessage: (bytes: Buffer) => {
      try {
        answer = method.responseDeserialize(bytes);
      } catch (error) {
        breakOff('The message that was received can not be read.', error);
      }
    },
    onReceiveStatus: (end) => {
      const tell = ended;
      const result = [errorAt(end), answer, end.metadata] as const;
      ended = undefined;
      answer = undefined;
      tell?.(...result);
    },
  });
  // Once: a second message is never looked at.
  call.startRead();
  try {
    call.sendMessageWithContext({}, method.requestSerialize(request));
  } catch (error) {
    breakOff('The message can not be written.', error);
  }
  call.halfClose();
  return () => call.cancelWithStatus(status.CANCELLED, 'Cancelled by the caller.');
}

function errorOf({ code, details, metadata }: StatusObject, cause?: unknown): ServiceError {
  const error = new Error(`${code} ${status[code]}: ${details}`, { cause });
  return Object.assign(error, { code, details, metadata });
}
