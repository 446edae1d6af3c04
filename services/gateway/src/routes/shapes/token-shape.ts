import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';
import { SCOPES } from '../../domain/principal';
import type { ListedToken } from '../../store/list-tokens';

const timestamp = z.iso.datetime({ precision: 3 });

/** A token, without its secret. */
export const tokenSchema = z
  .strictObject({
    id: z.int().positive(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    sites: z.array(z.int().positive()).nullable().meta({ description: 'Null: every site of the workspace' }),
    expiresAt: timestamp.nullable().meta({ description: 'Null: never' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().meta({ description: 'To the hour; null: never' }),
    replacedBy: z
      .int()
      .positive()
      .nullable()
      .meta({ description: 'The token that a rotation put in its place; it ends at `expiresAt`' }),
  })
  .meta({ id: 'Token' });

/** What `POST /tokens` answers: the only time that the token itself is shown. */
export const createdTokenSchema = tokenSchema
  .omit({ lastUsedAt: true, replacedBy: true })
  .extend({ token: z.string().meta({ description: 'Shown only here. Keep it secret.' }) })
  .meta({ id: 'CreatedToken' });

export function tokenJson(token: ListedToken): z.infer<typeof tokenSchema> {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes] as z.infer<typeof tokenSchema>['scopes'],
    sites: token.sites === null ? null : [...token.sites],
    expiresAt: optionalTime(token.expiresAtMs),
    createdAt: isoTime(token.createdAtMs),
    lastUsedAt: optionalTime(token.lastUsedAtMs),
    replacedBy: token.replacedBy,
  };
}

function optionalTime(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
