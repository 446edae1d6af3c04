import type { Request } from 'express';
import { AppError } from '@headwater/kit/errors';
import { waitPatiently } from '@headwater/kit/http/patience';
import { failure } from '@headwater/protos/error-codes';
import type { FileBody } from './endpoint';

/** How long nothing may arrive; longer than it takes to work on what has arrived. */
const SILENCE_MS = 120_000;
/** How long the rest of a refused file is taken, for its sender to come to the answer. */
const DISCARD_MS = 30_000;

/** The body of an endpoint that takes a file, to be read once: its headers are checked at once, the rest as it is read. */
export function receiveFile(file: FileBody, request: Request): AsyncIterable<Buffer> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!TYPE(file.contentType).test(type))
    throw failure(
      'unsupported_media_type',
      `Send the file in UTF-8, with Content-Type: ${file.contentType}.`,
    );
  if (encoding !== 'identity')
    throw failure('unsupported_media_type', 'Send the body without Content-Encoding.');
  if (Number(request.headers['content-length']) > file.maxBytes) throw tooLarge(file.maxBytes);
  return piecesOf(request, file.maxBytes);
}

const TYPE = (name: string): RegExp =>
  new RegExp(`^${name}[ \\t]*(;[ \\t]*header="?present"?[ \\t]*|;[ \\t]*charset="?utf-8"?[ \\t]*)*;?$`, 'i');

async function* piecesOf(request: Request, maxBytes: number): AsyncGenerator<Buffer> {
  waitPatiently(request.socket);
  const silence = setTimeout(() => request.destroy(), SILENCE_MS);
  silence.unref();
  let length = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      yield piece;
      silence.refresh();
    }
  } catch (error) {
    // Node's own errors of a body that ends early: the sender has gone.
    throw error instanceof AppError ? error : failure('cancelled', 'The request was cancelled.');
  } finally {
    clearTimeout(silence);
    if (!request.complete) discard(request);
  }
}

/** Takes the rest of a file that nobody wants, for a while. */
function discard(request: Request): void {
  const cut = setTimeout(() => request.destroy(), DISCARD_MS);
  cut.unref();
  request.once('close', () => clearTimeout(cut)).resume();
}

function tooLarge(maxBytes: number): AppError {
  return failure(
    'payload_too_large',
    `The file is longer than ${maxBytes} bytes. Cut it, each part with the first line.`,
  );
}
