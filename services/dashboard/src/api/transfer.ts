import { HeadwaterError, type Problem } from '@headwater/client/error';
import { t } from '../strings/text';
import type { Access } from './fetch-json';

interface Upload {
  readonly url: string;
  readonly file: File;
  /** Called with the share of the file that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a CSV file. Only `XMLHttpRequest` reports the progress. @throws HeadwaterError, or AbortError when `signal` aborts */
export function uploadCsv<Answer>(
  access: Access,
  { url, file, onProgress, signal }: Upload,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(access.headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'text/csv');
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const answer = request.response as unknown;
      if (request.status === 200 && answer !== null) return resolve(answer as Answer);
      if (request.status === 401) access.onLost();
      reject(problemOf(request.status, answer));
    };
    request.onerror = () => reject(problemOf(0, undefined));
    request.onabort = () => reject(new DOMException(t('The upload was stopped.'), 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

interface Download {
  readonly url: string;
  /** Called with the bytes received so far. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Reads a file of the API. @throws HeadwaterError; TypeError when the connection is lost; AbortError when `signal` aborts */
export async function downloadFile(access: Access, { url, onProgress, signal }: Download): Promise<Blob> {
  const response = await fetch(url, { headers: access.headers, signal });
  if (!response.ok || !response.body) {
    if (response.status === 401) access.onLost();
    throw problemOf(response.status, await response.json().catch(() => undefined));
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    onProgress((bytes += read.value.length));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

const problemOf = (status: number, answer: unknown): HeadwaterError =>
  new HeadwaterError(
    typeof answer === 'object' && answer !== null && 'code' in answer
      ? (answer as Problem)
      : { status, code: 'unreadable_answer', detail: t('The connection was lost. Try again.') },
  );
