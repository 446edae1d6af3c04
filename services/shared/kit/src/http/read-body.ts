import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors';

/**
 * Reads a request's whole body.
 *
 * @throws AppError `payload_too_large` as soon as the body is known to be longer than `maxBytes` (the rest is discarded as
 * it arrives), `cancelled` when the client goes away before its end.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      request.off('data', keep).off('end', finish).off('close', leave).resume();
      reject(tooLarge(maxBytes));
    };
    const chunks: Buffer[] = [];
    let length = 0;
    const keep = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) refuse();
      else chunks.push(chunk);
    };
    const finish = (): void => {
      request.off('close', leave);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    };
    const leave = (): void => reject(gone());
    // A declared length that is too long is refused before a byte is read.
    if (Number(request.headers['content-length']) > maxBytes) return refuse();
    if (request.destroyed) return leave();
    request.on('data', keep).on('end', finish).on('close', leave).on('error', leave);
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    kind: 'too_large',
    code: 'payload_too_large',
    message: `The body is longer than ${maxBytes} bytes. Send less at a time.`,
  });
}

function gone(): AppError {
  return new AppError({ kind: 'cancelled', code: 'cancelled', message: 'The request was cancelled.' });
}
