import { Client } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import type { MethodDefinition } from '@grpc/proto-loader';
import { rpcTrust, type RpcTrust } from './trust';

export interface ServingProbe {
  /** Whether the health check (`grpc.health.v1`) returns SERVING within `ms`; false when the service is unreachable. */
  isServing(ms?: number): Promise<boolean>;
  close(): void;
}

/** Returns a health probe for one gRPC address, with its own connection. */
export function createServingProbe(address: string, trust: RpcTrust = rpcTrust({})): ServingProbe {
  const check = healthService['Check'] as unknown as MethodDefinition<object, object>;
  const client = new Client(address, trust.channel(), {
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  });
  return {
    isServing: (ms = 1_500) =>
      new Promise((resolve) => {
        client.makeUnaryRequest(
          check.path,
          check.requestSerialize,
          check.responseDeserialize,
          { service: '' },
          { deadline: Date.now() + ms },
          (error, response) =>
            resolve(!error && (response as { status?: unknown } | undefined)?.status === 'SERVING'),
        );
      }),
    close: () => client.close(),
  };
}
