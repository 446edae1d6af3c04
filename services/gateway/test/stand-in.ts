import { silentLog } from '@headwater/kit/testing/silent-log';
import type { LoadedService } from '@headwater/kit/rpc/load-service';
import { startRpcServer, type RpcServer } from '@headwater/kit/rpc/server';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';

export interface RecordedCall {
  readonly method: string;
  readonly request: unknown;
  readonly workspaceId: number;
  readonly requestId: string;
  readonly operationId: string | undefined;
  readonly signal: AbortSignal;
}

/** A real gRPC server that replaces a service and records its calls. */
export interface StandIn<D> {
  readonly address: string;
  readonly calls: RecordedCall[];
  /** Handlers that replace the default ones until they are deleted. */
  readonly overrides: Partial<Handlers<D>>;
  /** Stops the server; `start` restarts it on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

type AnyHandler = (request: unknown, call: CallContext) => Promise<unknown>;

/** Starts a stand-in on a free port. */
export async function startStandIn<D>(
  service: LoadedService<D>,
  usual: Partial<Handlers<D>>,
): Promise<StandIn<D>> {
  const calls: RecordedCall[] = [];
  const overrides: Partial<Handlers<D>> = {};
  const handlers = Object.fromEntries(
    Object.keys(service.definition).map((method) => [
      method,
      (request: unknown, call: CallContext) => {
        const { requestId, operationId, signal } = call;
        // Read later: some methods need no workspace.
        const recorded = { method, request, requestId, operationId, signal };
        calls.push(
          Object.defineProperty(recorded, 'workspaceId', { get: () => call.workspaceId() }) as RecordedCall,
        );
        const table = { ...usual, ...overrides } as Record<string, AnyHandler | undefined>;
        const handler = table[method];
        if (!handler) throw new Error(`the stand-in has no ${method}`);
        return handler(request, call);
      },
    ]),
  ) as unknown as Handlers<D>;
  const listen = (port: number): Promise<RpcServer> =>
    startRpcServer({ service, handlers, host: '127.0.0.1', port, log: silentLog() });
  let server: RpcServer | undefined = await listen(0);
  const { port } = server;
  return {
    address: `127.0.0.1:${port}`,
    calls,
    overrides,
    stop: async () => {
      await server?.stop(0);
      server = undefined;
    },
    start: async () => {
      server ??= await listen(port);
    },
  };
}
