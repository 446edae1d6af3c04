import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { failure } from '@headwater/protos/error-codes';

/**
 * Reads a whole body as UTF-8.
 *
 * @throws AppError `payload_too_large`, `invalid_json` when it is no UTF-8, `cancelled` when the sender went away.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      request.resume(); // read to its end, else the sender would see a reset instead of the answer
      return reject(tooLarge(maxBytes));
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const gone = (cause?: Error): void => {
      // Every request is closed in the end; an error is made only for one that was not read to its end.
      if (!request.complete || cause) reject(failure('cancelled', 'The request was cancelled.', { cause }));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0; // the rest is read and forgotten
        reject(tooLarge(maxBytes));
      }
    });
    request.on('end', () => {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      if (isUtf8(bytes)) resolve(withoutMark(bytes.toString('utf8')));
      else reject(failure('invalid_json', 'The body is not UTF-8. Send JSON in UTF-8.'));
    });
    request.on('error', gone);
    request.on('close', gone);
  });
}

/** A byte order mark is no part of JSON. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function tooLarge(maxBytes: number): Error {
  return failure(
    'payload_too_large',
    `The body is over ${maxBytes / 1024} KiB. Send fewer events in one request.`,
  );
}
