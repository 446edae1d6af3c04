import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
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
import { ConfigError, defineSettings, text, type ConfigOf } from '../config';
import { METADATA } from './types';

/** Settings of every process that makes or serves gRPC calls: how services authenticate each other. */
export const RPC_SETTINGS = defineSettings({
  rpcToken: {
    env: 'RPC_TOKEN',
    doc: 'shared secret for service-to-service calls (16+ characters); needed beyond loopback; unset: every caller is accepted',
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
    doc: 'PEM file of the private key',
    schema: text('').transform((file) => file || undefined),
  },
  rpcTlsCa: {
    env: 'RPC_TLS_CA',
    doc: 'PEM file of the authority that signed the certificates of all services',
    schema: text('').transform((file) => file || undefined),
  },
});

export type RpcConfig = ConfigOf<typeof RPC_SETTINGS>;

/** The credentials of a process, as a client and as a server. */
export interface RpcTrust {
  /** Sent with every call. */
  readonly token: string | undefined;
  readonly channel: () => ChannelCredentials;
  readonly server: () => ServerCredentials;
}

/** How often the certificate files are read again. */
const REFRESH_MS = 60_000;

/**
 * Returns the credentials of the settings. Without settings: plaintext, and every caller on this machine is accepted.
 * Certificates are read again every minute (`refreshMs`), so renewal needs no restart. While the files do not match each
 * other, new connections fail; open connections continue.
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

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Refuses to serve other machines without the service token, with certificates too. @throws ConfigError that names the setting */
export function requireToken(token: string | undefined, host: string): void {
  const version = isIP(host);
  const isLoopback =
    version === 0 ? host === 'localhost' : LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4');
  if (token !== undefined || isLoopback) return;
  throw new ConfigError([
    `RPC_TOKEN is not set, but gRPC would listen on ${host}, where other machines can call it. ` +
      'Set RPC_TOKEN to the same value for all services. To generate one, run `openssl rand -hex 32`.',
  ]);
}

/** Status returned to unauthenticated callers. It lacks our error metadata, so it never reaches a customer as an API error. */
const REFUSED: Partial<StatusObject> = {
  code: status.UNAUTHENTICATED,
  details: 'The call lacks the service token. Set the same RPC_TOKEN on every service.',
};

/** Returns a check of a call's metadata: undefined when the token matches, otherwise the status that ends the call. */
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
