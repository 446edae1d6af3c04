import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Download } from './download';
import { exchangeOf } from './exchange';

/**
 * Sends a file at its reader's pace. What fails before the first piece is thrown and can still be answered; what fails
 * later cuts the connection, so that no part is taken for the whole.
 */
export async function sendDownload(response: Response, status: number, download: Download): Promise<void> {
  const pieces = download.pieces[Symbol.asyncIterator]();
  const first = await pieces.next();
  const { headers } = exchangeOf(response);
  headers.set('Content-Type', download.contentType);
  headers.set('Content-Disposition', `attachment; filename="${download.fileName}"`);
  headers.begin(response, status);
  if (response.req.method === 'HEAD') {
    await pieces.return?.();
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(following(first, pieces), { objectMode: true, highWaterMark: 1 }), response);
  } catch (error) {
    // The reader went away: the exchange has told all who work for it.
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* following(
  first: IteratorResult<Uint8Array, unknown>,
  pieces: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
