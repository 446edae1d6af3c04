import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isNamedBy } from '../domain/if-none-match';
import { sendText } from './answer';

/**
 * Answers a read of what a token may see: with 304 and no body where the caller has this very answer already.
 *
 * The tag is of the answer's own bytes, worked out anew each time, so an event that comes late always makes another. A
 * client may keep the answer but must ask again each time it uses it.
 */
export function sendRead(request: Request, response: Response, body: object): void {
  const text = JSON.stringify(body);
  const known = response.getHeader('ETag');
  const etag = typeof known === 'string' ? known : `"${hash('sha1', text, 'base64url')}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization');
  if (!isNamedBy(request.headers['if-none-match'], etag)) return sendText(response, 200, text);
  response.statusCode = 304;
  response.end();
}
