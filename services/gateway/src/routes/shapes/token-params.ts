import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';

/** Parameters of a path below one token. Whatever is no id is answered as an unknown one is. */
export const tokenParams = z.object({
  tokenId: z.string().max(200).meta({ description: 'Token id', type: 'integer', minimum: 1, example: 3 }),
});

/** The id of a path, or undefined for what no token can have. */
export function tokenIdOf({ tokenId }: { readonly tokenId: string }): number | undefined {
  return /^[1-9]\d{0,14}$/.test(tokenId) ? Number(tokenId) : undefined;
}

export function tokenNotFound(): AppError {
  return failure('token_not_found', 'This workspace has no such token. GET /api/v1/tokens lists them.');
}
