import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { findShareLinksOfTokens } from '../store/share-links';
import { listSecretOrigins } from '../store/provider-secrets';
import { PROVIDERS } from '../domain/providers/provider';
import { revokeToken as storeRevocation } from '../store/token-changes';
import { parseId } from './shapes/path-id';
import { tokenNotFound, tokenParams } from './tokens';

/** `DELETE /api/v1/tokens/{tokenId}` */
export const revokeToken = defineEndpoint({
  operationId: 'revokeToken',
  summary: 'Revoke a token',
  description:
    'The token stops working within 5 seconds, as do the tokens it created, the tokens these created, and their dashboard ' +
    'sessions. So do tokens that its predecessor created after the rotation. A token that replaced it by rotation keeps working. If the token leaked, also revoke its `replacedBy`.\n\n' +
    'Webhooks, share links and signing secrets of payment providers that these tokens created keep working, so that the rotation of a token interrupts no ' +
    'payments. ' +
    "`stillWorking` lists them: remove those that you don't need.",
  tag: 'Tokens',
  method: 'delete',
  path: '/api/v1/tokens/{tokenId}',
  scope: 'tokens:admin',
  params: tokenParams,
  responses: {
    200: {
      description: 'The token is revoked',
      schema: z
        .strictObject({
          revoked: z.literal(true),
          id: z.int().positive(),
          alsoRevoked: z
            .array(z.int().positive())
            .meta({ description: 'Ids of the tokens that it and these created' }),
          stillWorking: z
            .strictObject({
              webhooks: z
                .array(z.int().positive())
                .nullable()
                .meta({
                  description:
                    'Ids of the webhooks that they created: remove them with `DELETE /api/v1/webhooks/{webhookId}`. Null: the list was ' +
                    'unavailable. Compare `createdBy` of `GET /api/v1/webhooks`',
                }),
              providerSecrets: z.array(z.enum(PROVIDERS)).meta({
                description:
                  'The payment providers of which they set the signing secret: remove it with `DELETE /api/v1/integrations/{provider}`',
              }),
              shareLinks: z.array(z.strictObject({ site: z.int().positive(), id: z.int().positive() })).meta({
                description:
                  'The share links that they created: remove them with `DELETE /api/v1/sites/{id}/share-links/{linkId}`',
              }),
            })
            .meta({ description: 'Created by the revoked tokens, and still working' }),
        })
        .meta({ id: 'RevokedToken' }),
    },
  },
  failures: ['token_not_found'],
  run: async ({ principal, params, call, log, once }, { db, sites, clock }) => {
    const id = parseId(params.tokenId);
    const { workspaceId } = principal;
    const revoked = await once(async (client) => {
      const ids =
        id === undefined ? [] : await storeRevocation(client, { workspaceId, id, now: clock.now() });
      if (ids.length === 0) throw tokenNotFound();
      return ids;
    });
    const [, ...alsoRevoked] = revoked;
    const isRevoked = (createdBy?: number | null): boolean =>
      typeof createdBy === 'number' && revoked.includes(createdBy);
    const [secrets, shareLinks, webhooks] = await Promise.all([
      listSecretOrigins(db, workspaceId),
      findShareLinksOfTokens(db, { workspaceId, tokenIds: revoked, now: clock.now() }),
      // The tokens are revoked already: a failure must not hide this.
      sites.ListWebhooks({}, call).catch((err: unknown) => {
        log().warn({ err }, 'webhooks of revoked tokens not readable');
        return undefined;
      }),
    ]);
    const stillWorking = {
      webhooks:
        webhooks?.webhooks.filter(({ createdBy }) => isRevoked(createdBy)).map((webhook) => webhook.id) ??
        null,
      providerSecrets: secrets
        .filter(({ createdBy }) => isRevoked(createdBy))
        .map(({ provider }) => provider),
      shareLinks,
    };
    return { status: 200, body: { revoked: true, id, alsoRevoked, stillWorking } };
  },
});
