import { isIPv6 } from 'node:net';
import { Server, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from '../log';
import { answerOne, answerStream, type OneAnswer, type StreamAnswer } from './answer-call';
import type { LoadedService } from './load-service';
import { callerCheck, rpcTrust, type RpcTrust } from './trust';
import { MAX_MESSAGE_BYTES, type Handlers } from './types';

export interface RpcServerOptions<D> {
  readonly service: LoadedService<D>;
  readonly handlers: Handlers<D>;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly log: Logger;
  /** Whom it answers. Default: everyone who reaches the port, in plaintext. */
  readonly trust?: RpcTrust;
}

export interface RpcServer {
  /** The port that it really listens on. */
  readonly port: number;
  setServing(serving: boolean): void;
  /** Refuses new calls, lets those under way finish, then closes; after `graceMs` cuts them. */
  stop(graceMs?: number): Promise<void>;
}

/** Connections end after about a minute, so that clients find new replicas; the jitter keeps pods from doing so together. */
const MAX_CONNECTION_AGE_MS = 55_000 + Math.floor(Math.random() * 10_000);
/** By then its calls must have ended; a stream may last as long as its deadline lets it. */
const MAX_CONNECTION_GRACE_MS = 4 * 60 * 60 * 1_000;

/** How long connections that were cut may take to close. */
const CUT_MS = 500;

/** Starts a gRPC server with one service, the health service (`grpc.health.v1`) and reflection. */
export async function startRpcServer<D>(options: RpcServerOptions<D>): Promise<RpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // Its counters are asked by nobody and cost each call a twentieth; `/metrics` has ours.
    'grpc.enable_channelz': 0,
    'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': MAX_CONNECTION_GRACE_MS,
  });
  const health = new HealthImplementation({ '': 'SERVING', [options.service.name]: 'SERVING' });
  server.addService(options.service.definition, implementation(options));
  health.addToServer(server);
  new ReflectionService(options.service.packageDefinition).addToServer(server);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(
      `${isIPv6(options.host) ? `[${options.host}]` : options.host}:${options.port}`,
      (options.trust ?? rpcTrust({})).server(),
      (error, bound) => {
        if (error) reject(new Error(`cannot listen on ${options.host}:${options.port}: ${error.message}`));
        else resolve(bound);
      },
    );
  });
  const setServing = (serving: boolean): void => {
    for (const name of ['', options.service.name])
      health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  return {
    port,
    setServing,
    stop: (graceMs = 10_000) => {
      setServing(false);
      return new Promise((resolve) => {
        let deadline = setTimeout(() => {
          // What was closing already is only half closed by a forced end: a peer that is frozen or gone never ends its half.
          deadline = setTimeout(resolve, CUT_MS);
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
  log,
  trust,
}: RpcServerOptions<D>): UntypedServiceImplementation {
  const answering = { service: service.name, log, refuse: callerCheck(trust?.token) };
  return Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [
      method,
      service.definition[method]?.responseStream
        ? answerStream(method, handler as StreamAnswer, answering)
        : answerOne(method, handler as OneAnswer, answering),
    ]),
  );
}
