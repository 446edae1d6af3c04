import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors';
import type { BodyBudget } from './body-budget';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Counts the body until the response is closed. */
  readonly budget: BodyBudget;
}

/**
 * Reads a request's whole body.
 *
 * @throws AppError `payload_too_large` as soon as the body exceeds `maxBytes` (the rest is discarded), `upstream_unavailable`
 * when the budget evicts it, `cancelled` when the client disconnects early.
 */
export function readBody(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { maxBytes, budget }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (error: AppError): void => {
      chunks.length = 0;
      request.off('data', keep).off('end', finish).off('close', leave).resume();
      body.close();
      reject(error);
    };
    const body = budget.open(refuse);
    const keep = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) return refuse(tooLarge(maxBytes));
      chunks.push(chunk);
      body.add(chunk.length);
    };
    const finish = (): void => {
      request.off('close', leave);
      body.complete();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    };
    const leave = (): void => {
      body.close();
      reject(cancelled());
    };
    // Checks the declared length before reading.
    if (Number(request.headers['content-length']) > maxBytes) return refuse(tooLarge(maxBytes));
    if (request.destroyed) return leave();
    request.on('data', keep).on('end', finish).on('close', leave).on('error', leave);
    response.once('close', () => body.close());
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    kind: 'too_large',
    code: 'payload_too_large',
    message: `The body is longer than ${maxBytes} bytes. Send less at a time.`,
  });
}

function cancelled(): AppError {
  return new AppError({ kind: 'cancelled', code: 'cancelled', message: 'The request was cancelled.' });
}
