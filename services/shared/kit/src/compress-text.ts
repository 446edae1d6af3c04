import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this length, compression saves nothing. */
const MIN_COMPRESSED = 1_000;
const COMPRESSED = 'deflate:';

/** A text that `expandText` turns into `text` again. Long texts are shorter. @param text does not start with `deflate:` */
export function compressText(text: string): string {
  return text.length < MIN_COMPRESSED ? text : `${COMPRESSED}${deflateRawSync(text).toString('base64')}`;
}

/** @param stored a result of `compressText` */
export function expandText(stored: string): string {
  return stored.startsWith(COMPRESSED)
    ? inflateRawSync(Buffer.from(stored.slice(COMPRESSED.length), 'base64')).toString('utf8')
    : stored;
}
