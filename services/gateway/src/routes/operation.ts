import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { jwkOf } from '../domain/signing-keys';
import { defineEndpoint } from '../http/endpoint';
import { SIGNING_KEYS_MAX_AGE_MS } from '../store/signing-keys';

/** `GET /openapi.json` */
export const getOpenApi = defineEndpoint({
  operationId: 'getOpenApi',
  summary: 'Get the OpenAPI document',
  description: 'Returns this document. Generate clients from it.',
  tag: 'Operation',
  method: 'get',
  path: '/openapi.json',
  open: true,
  responses: {
    200: { description: 'The OpenAPI 3.1 document', schema: z.looseObject({ openapi: z.string() }) },
  },
  failures: [],
  run: (_request, { openApiJson }) => Promise.resolve({ status: 200, body: openApiJson() }),
});

/** `GET /.well-known/jwks.json` */
export const getSigningKeys = defineEndpoint({
  operationId: 'getSigningKeys',
  summary: 'Get the keys that verify certificates',
  description:
    'Returns the public keys as a JWK set (RFC 7517), newest first. Retired keys stay, so old certificates remain verifiable.',
  tag: 'Operation',
  method: 'get',
  path: '/.well-known/jwks.json',
  open: true,
  responses: {
    200: {
      description: 'The JWK set',
      schema: z
        .strictObject({
          keys: z.array(
            z.strictObject({
              kty: z.literal('OKP'),
              crv: z.literal('Ed25519'),
              alg: z.literal('EdDSA'),
              use: z.literal('sig'),
              kid: z.string().meta({ description: 'Thumbprint of the key (RFC 7638)' }),
              x: z.string().meta({ description: 'The public key, base64url' }),
            }),
          ),
        })
        .meta({ id: 'SigningKeys' }),
    },
  },
  failures: ['upstream_unavailable'],
  run: async (_request, { listSigningKeys }) => ({
    status: 200,
    body: { keys: (await listSigningKeys()).map(jwkOf) },
    headers: { 'Cache-Control': `public, max-age=${SIGNING_KEYS_MAX_AGE_MS / 1_000}` },
  }),
});

/** `GET /healthz`: liveness. Calls no database and no service. */
export const getHealth = defineEndpoint({
  operationId: 'getHealth',
  summary: 'Check liveness',
  description: 'Returns 200 while the process runs. Calls no database and no service.',
  tag: 'Operation',
  method: 'get',
  path: '/healthz',
  open: true,
  responses: {
    200: { description: 'The process is running', schema: z.strictObject({ status: z.literal('ok') }) },
  },
  failures: [],
  run: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
});

/** `GET /readyz`: 503 lists the unreachable dependencies: Postgres and the services behind the gateway. */
export const getReadiness = defineEndpoint({
  operationId: 'getReadiness',
  summary: 'Check readiness',
  description: 'Returns 503 with the unreachable dependencies: Postgres and the services behind the gateway.',
  tag: 'Operation',
  method: 'get',
  path: '/readyz',
  open: true,
  responses: {
    200: { description: 'The gateway is ready', schema: z.strictObject({ status: z.literal('ready') }) },
  },
  failures: ['upstream_unavailable'],
  run: async (_request, { notReady }) => {
    const missing = await notReady();
    if (missing.length === 0) return { status: 200, body: { status: 'ready' } };
    throw failure('upstream_unavailable', `Not ready: ${missing.join(', ')} unreachable. Retry in 1 s.`, {
      fields: missing.map((field) => ({ field, message: 'is unreachable' })),
      retryAfterSeconds: 1,
    });
  },
});
