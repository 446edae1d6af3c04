import type { Webhook__Output } from '@headwater/protos/gen/headwater/sites/v1/Webhook';
import { NOTICE_TYPES } from '@headwater/protos/notices';
import { failure } from '@headwater/protos/error-codes';
import type { AppError } from '@headwater/kit/errors';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';

const timestamp = z.iso.datetime({ precision: 3 });

/** Parameters of a path below one webhook. Whatever is no id is answered as an unknown one is. */
export const webhookParams = z.object({
  webhookId: z.string().max(200).meta({ description: 'Webhook id', type: 'integer', minimum: 1, example: 3 }),
});

/** The id of a path. @throws `webhook_not_found` for what no webhook can have. */
export function webhookIdOf({ webhookId }: { readonly webhookId: string }): number {
  if (!/^[1-9]\d{0,14}$/.test(webhookId)) throw webhookNotFound();
  return Number(webhookId);
}

function webhookNotFound(): AppError {
  return failure(
    'webhook_not_found',
    'This workspace has no such webhook. List the webhooks to see their ids.',
  );
}

/** What a customer decides of a webhook. */
export const webhookFields = {
  url: z.string().min(1).max(2_000).meta({
    format: 'uri',
    description: 'Where to send: https on port 443 of a public server. It answers 2xx within 10 seconds',
    example: 'https://hooks.example/headwater',
  }),
  description: z.string().max(200).meta({ example: 'the warehouse' }),
  events: z
    .array(z.enum(NOTICE_TYPES))
    .min(1)
    .max(NOTICE_TYPES.length)
    .meta({ description: 'The types of notices to send' }),
};

/** A webhook, without its secret. */
export const webhookSchema = z
  .strictObject({
    id: z.int().positive(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(NOTICE_TYPES)),
    status: z.enum(['active', 'disabled']),
    disabledReason: z.enum(['paused', 'failing', 'gone']).nullable().meta({
      description: '`failing`: nothing came through for three days; `gone`: it answered 410; `paused` by you',
    }),
    disabledAt: timestamp.nullable(),
    failingSince: timestamp
      .nullable()
      .meta({ description: 'Since when no attempt came through; null: the last one did' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Webhook' });

/** A webhook with its secret: what making one and giving it a new secret answer, and nothing else. */
export const webhookWithSecretSchema = webhookSchema.extend({
  secret: z.string().meta({
    description: 'Shown only here. Deliveries are signed with it, as https://www.standardwebhooks.com has it',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }),
});

export function webhookJson(webhook: Webhook__Output): z.infer<typeof webhookSchema> {
  const { id, url, description, disabledAtMs, failingSinceMs } = webhook;
  const { events, status } = webhook as unknown as z.infer<typeof webhookSchema>;
  return {
    ...{ id, url, description, events, status },
    disabledReason: (webhook.disabledReason ?? null) as z.infer<typeof webhookSchema>['disabledReason'],
    disabledAt: disabledAtMs === undefined ? null : isoTime(disabledAtMs),
    failingSince: failingSinceMs === undefined ? null : isoTime(failingSinceMs),
    createdAt: isoTime(webhook.createdAtMs),
  };
}
