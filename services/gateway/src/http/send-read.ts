import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isNamedBy } from '../domain/if-none-match';
import { sendEmpty, sendText } from './answer';
import { exchangeOf } from './exchange';

/**
 * Answers a read of what a token may see: with 304 and no body where the caller has this very answer already.
 *
 * The tag is of the answer's own bytes, worked out anew each time, so an event that comes late always makes another. A
 * client may keep the answer but must ask again each time it uses it.
 */
export function sendRead(request: Request, response: Response, body: object): void {
  const text = JSON.stringify(body);
  const { headers } = exchangeOf(response);
  const etag = headers.get('ETag') ?? `"${hash('sha1', text, 'base64url')}"`;
  headers.set('ETag', etag);
  headers.set('Cache-Control', 'private, no-cache');
  headers.set('Vary', 'Authorization');
  if (isNamedBy(request.headers['if-none-match'], etag)) sendEmpty(response, 304);
  else sendText(response, 200, text);
}
