import { createHash, timingSafeEqual } from 'node:crypto';
import {
  credentials,
  experimental,
  ServerCredentials,
  status,
  type ChannelCredentials,
  type Metadata,
  type StatusObject,
} from '@grpc/grpc-js';
import { z } from 'zod';
import { defineSettings, text, type ConfigOf } from '../config';
import { METADATA } from './types';

/** Settings of every process that calls or answers our gRPC: how the services know each other. */
export const RPC_SETTINGS = defineSettings({
  rpcToken: {
    env: 'RPC_TOKEN',
    doc: 'what the services show each other, the same everywhere; calls without it are refused; unset: all are taken',
    schema: z.string().min(16, 'must be at least 16 characters').optional(),
    secret: true,
  },
  rpcTlsCert: {
    env: 'RPC_TLS_CERT',
    doc: "PEM file of this service's certificate; with RPC_TLS_KEY and RPC_TLS_CA gRPC is mutual TLS",
    schema: text('').transform((file) => file || undefined),
  },
  rpcTlsKey: {
    env: 'RPC_TLS_KEY',
    doc: 'PEM file of its key',
    schema: text('').transform((file) => file || undefined),
  },
  rpcTlsCa: {
    env: 'RPC_TLS_CA',
    doc: 'PEM file of the authority that signed the certificates of all services',
    schema: text('').transform((file) => file || undefined),
  },
});

export type RpcConfig = ConfigOf<typeof RPC_SETTINGS>;

/** How a process proves itself to the services that it calls, and whom it answers. */
export interface RpcTrust {
  /** Shown with every call. */
  readonly token: string | undefined;
  readonly channel: () => ChannelCredentials;
  readonly server: () => ServerCredentials;
}

/** How often renewed certificates are looked for. */
const REFRESH_MS = 60_000;

/**
 * The trust that the settings describe; nothing set: plaintext, and everyone who reaches the port is trusted.
 * Certificates are read again every minute (`refreshMs`), so that renewed ones need no restart. While the files do not
 * fit each other new connections are refused; those that are open go on.
 *
 * @throws Error when only some of the three files are named
 */
export function rpcTrust(config: Partial<RpcConfig>, refreshMs = REFRESH_MS): RpcTrust {
  const { rpcToken: token, rpcTlsCert: cert, rpcTlsKey: key, rpcTlsCa: ca } = config;
  if (cert === undefined && key === undefined && ca === undefined)
    return {
      token,
      channel: () => credentials.createInsecure(),
      server: () => ServerCredentials.createInsecure(),
    };
  if (cert === undefined || key === undefined || ca === undefined)
    throw new Error('Set RPC_TLS_CERT, RPC_TLS_KEY and RPC_TLS_CA together, or none of them.');
  const files = new experimental.FileWatcherCertificateProvider({
    certificateFile: cert,
    privateKeyFile: key,
    caCertificateFile: ca,
    refreshIntervalMs: refreshMs,
  });
  return {
    token,
    channel: () => experimental.createCertificateProviderChannelCredentials(files, files),
    server: () => experimental.createCertificateProviderServerCredentials(files, files, true),
  };
}

/** What a caller without the token is told. Without our own metadata, so that it is never taken for an answer to a customer. */
const REFUSED: Partial<StatusObject> = {
  code: status.UNAUTHENTICATED,
  details: 'The call lacks the service token. Set the same RPC_TOKEN on every service.',
};

/** Checks the metadata of calls: undefined for a caller that shows the token, else how the call ends. */
export function callerCheck(
  token: string | undefined,
): (metadata: Metadata) => Partial<StatusObject> | undefined {
  if (token === undefined) return () => undefined;
  // Digests have one length, as a comparison in constant time needs.
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  const wanted = digest(token);
  return (metadata) => {
    const [shown] = metadata.get(METADATA.serviceToken);
    return typeof shown === 'string' && timingSafeEqual(digest(shown), wanted) ? undefined : REFUSED;
  };
}
