import { failure } from '@headwater/protos/error-codes';

const LIST = /^[ \t]*((?:W\/)?"[\x21\x23-\x7e]{0,200}")[ \t]*(?:,|$)/;
const MOST = 10;

/**
 * The entity tags of an If-Match header, without their quotes (RFC 9110 section 13.1.1); none without the header or with `*`.
 * A weak one stays with its `W/`, and so matches nothing.
 *
 * @throws AppError `invalid_request`.
 */
export function parseIfMatch(header: string | undefined): string[] {
  if (header === undefined || header.trim() === '*') return [];
  const tags: string[] = [];
  let rest = header;
  while (rest !== '' && tags.length < MOST) {
    const [all, tag] = LIST.exec(rest) ?? [];
    if (all === undefined || tag === undefined) break;
    tags.push(tag.startsWith('W/') ? tag : tag.slice(1, -1));
    rest = rest.slice(all.length);
  }
  if (rest === '' && tags.length > 0) return tags;
  const message = 'must be the ETag of an earlier answer, with its quotes';
  throw failure('invalid_request', `If-Match ${message}.`, { fields: [{ field: 'If-Match', message }] });
}
