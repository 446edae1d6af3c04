import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Server, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from '../log';
import { serveStream, serveUnary, type StreamHandler, type UnaryHandler } from './serve-call';
import type { LoadedService } from './load-service';
import { addReflection } from './reflection';
import { callerCheck, requireToken, rpcTrust, type RpcTrust } from './trust';
import { MAX_MESSAGE_BYTES, type Handlers, type RpcInterceptor } from './types';

export interface RpcServerOptions<D> {
  readonly service: LoadedService<D>;
  readonly handlers: Handlers<D>;
  /** Wrap every method, the first one outermost. An interceptor lists its exemptions itself. Default: none. */
  readonly interceptors?: readonly RpcInterceptor[];
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly log: Logger;
  /** Default: plaintext, every caller is accepted, which is possible only on loopback. */
  readonly trust?: RpcTrust;
  /**
   * How long a stopping server accepts connections after it has closed the current ones, in milliseconds. A client whose last known replica
   * stops resolves the name again and calls this replica until the answer arrives. Default: 0.
   */
  readonly lingerMs?: number;
}

export interface RpcServer {
  /** The bound port. */
  readonly port: number;
  setServing(serving: boolean): void;
  /** After `lingerMs`, refuses new calls, waits up to `graceMs` for calls in flight, then closes all connections. */
  stop(graceMs?: number): Promise<void>;
}

/** Connections end after about a minute so that clients discover new replicas. The jitter spreads the reconnects. */
const MAX_CONNECTION_AGE_MS = 55_000 + Math.floor(Math.random() * 10_000);
/** The longest time that calls may outlive their connection's age; a stream may last until its deadline. */
const MAX_CONNECTION_GRACE_MS = 4 * 60 * 60 * 1_000;

/** Time for connections to close after a forced shutdown. */
const FORCED_CLOSE_MS = 500;

/**
 * Starts a gRPC server with one service, the health service (`grpc.health.v1`) and reflection.
 *
 * @throws Error when the host is not loopback and there is no service token
 */
export async function startRpcServer<D>(options: RpcServerOptions<D>): Promise<RpcServer> {
  requireToken(options.trust?.token, options.host);
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // Channelz counters cost 5 % of each call; `/metrics` exports ours instead.
    'grpc.enable_channelz': 0,
    'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': MAX_CONNECTION_GRACE_MS,
  });
  const health = new HealthImplementation({ '': 'SERVING', [options.service.name]: 'SERVING' });
  server.addService(options.service.definition, implementation(options));
  health.addToServer(server);
  addReflection(server, options.service.packageDefinition);
  const { lingerMs = 0 } = options;
  const host = isIPv6(options.host) ? `[${options.host}]` : options.host;
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${options.port}`, (options.trust ?? rpcTrust({})).server(), (error, bound) => {
      if (error) reject(new Error(`cannot listen on ${options.host}:${options.port}: ${error.message}`));
      else resolve(bound);
    });
  });
  const setServing = (serving: boolean): void => {
    for (const name of ['', options.service.name])
      health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  return {
    port,
    setServing,
    stop: async (graceMs = 10_000) => {
      setServing(false);
      if (lingerMs > 0) {
        server.drain(`${host}:${port}`, lingerMs + graceMs);
        await pause(lingerMs);
      }
      await new Promise<void>((resolve) => {
        let deadline = setTimeout(() => {
          // A forced shutdown only half-closes a connection; a frozen peer never closes its half.
          deadline = setTimeout(resolve, FORCED_CLOSE_MS);
          server.forceShutdown();
        }, graceMs);
        server.tryShutdown(() => {
          clearTimeout(deadline);
          resolve();
        });
      });
    },
  };
}

function implementation<D>({
  service,
  handlers,
  interceptors = [],
  log,
  trust,
}: RpcServerOptions<D>): UntypedServiceImplementation {
  const served = { service: service.name, log, authenticate: callerCheck(trust?.token), interceptors };
  return Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [
      method,
      service.definition[method]?.responseStream
        ? serveStream(method, handler as StreamHandler, served)
        : serveUnary(method, handler as UnaryHandler, served),
    ]),
  );
}
