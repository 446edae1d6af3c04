import { hostName } from '../domain/host-name';
import { BoundedMemo } from '../domain/bounded-memo';

/** What a browser tells of the page that sends: pages cannot forge it, other programs can. */
export interface PageOrigin {
  /** Undefined where it is not told. */
  readonly host: string | undefined;
  /** True for `null`: a page in a sandbox, which anybody can make, or one with a strict referrer policy. */
  readonly isHidden: boolean;
}

// Sites have few origins.
const origins = new BoundedMemo<PageOrigin>(5_000, readOrigin);

/** Reads the header `Origin`. @see https://fetch.spec.whatwg.org/#origin-header */
export function pageOrigin(header: string | undefined): PageOrigin {
  return origins.get(header ?? '');
}

function readOrigin(header: string): PageOrigin {
  return {
    host: URL.canParse(header) ? hostName(new URL(header).hostname) : undefined,
    isHidden: header === 'null',
  };
}
