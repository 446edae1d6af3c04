import type { CallContext } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';

export interface TurnsOptions {
  /** Questions of one workspace that are answered at once. */
  readonly atOnce: number;
  /** How long a further one waits for its turn, in milliseconds. */
  readonly waitMs: number;
}

/** What one workspace has under way. */
interface Line {
  running: number;
  /** Who waits, longest first; a Set so that one who gives up leaves at once. */
  readonly waiting: Set<() => void>;
}

type Handler<Request, Response> = (request: Request, call: CallContext) => Promise<Response>;

type StreamHandler<Request, Response> = (request: Request, call: CallContext) => AsyncIterable<Response>;

/**
 * Gives each workspace its own few turns at ClickHouse, so that one that asks a great deal waits for itself and for
 * nobody else. Counts within this process: with replicas, each has its own turns.
 */
export class WorkspaceTurns {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly options: TurnsOptions) {}

  /** The handler, taking a turn. It throws AppError `rate_limited` after waiting in vain, `cancelled` when the caller goes. */
  taking<Request, Response>(handler: Handler<Request, Response>): Handler<Request, Response> {
    return async (request, call) => {
      const workspaceId = call.workspaceId();
      await this.begin(workspaceId, call.signal);
      try {
        return await handler(request, call);
      } finally {
        this.end(workspaceId);
      }
    };
  }

  /** The same of a handler that answers with a stream: its turn ends with the stream. */
  takingStream<Request, Response>(
    handler: StreamHandler<Request, Response>,
  ): StreamHandler<Request, Response> {
    const begin = this.begin.bind(this);
    const end = this.end.bind(this);
    return async function* (request, call) {
      const workspaceId = call.workspaceId();
      await begin(workspaceId, call.signal);
      try {
        yield* handler(request, call);
      } finally {
        end(workspaceId);
      }
    };
  }

  private async begin(workspaceId: number, signal: AbortSignal): Promise<void> {
    const line = this.lines.get(workspaceId) ?? { running: 0, waiting: new Set() };
    this.lines.set(workspaceId, line);
    if (line.running < this.options.atOnce) {
      line.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        line.waiting.delete(go);
        signal.removeEventListener('abort', cancel);
      };
      // The turn is handed over by whoever ends: `running` stays as it is.
      const go = (): void => {
        leave();
        resolve();
      };
      const cancel = (): void => {
        leave();
        reject(failure('cancelled', 'The request was cancelled.'));
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooMany(this.options));
      }, this.options.waitMs);
      line.waiting.add(go);
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    });
  }

  private end(workspaceId: number): void {
    const line = this.lines.get(workspaceId);
    if (!line) return;
    for (const next of line.waiting) {
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.lines.delete(workspaceId);
  }
}

function tooMany({ atOnce }: TurnsOptions): Error {
  return failure(
    'rate_limited',
    `This workspace asks more at once than is answered at once (${atOnce}). Ask one after the other, or try again shortly.`,
    { retryAfterSeconds: 1 },
  );
}
