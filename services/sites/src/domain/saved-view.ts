import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { containsToken } from '@headwater/protos/tokens';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import { SAVED_PAGES, type SavedPage } from '@headwater/protos/vocabulary';
import { accepted, codePointCount, hasControlCharacters, refused, type Checked } from './checked';

/** A page of the dashboard with its time range, filters and other choices. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly page: string;
  /** Undefined for a page of the workspace. */
  readonly siteId: number | undefined;
  /** Query string of the page's address, without `?`. */
  readonly query: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

const { maxSavedViewNameLength: MAX_NAME, maxSavedViewQueryLength: MAX_QUERY } = WORKSPACE_LIMITS;

/** The name without white space at its ends. Refuses personal data and secrets: no erasure searches saved views. */
export function checkName(name: string): Checked<string> {
  const trimmed = name.trim();
  const length = codePointCount(trimmed);
  if (length < 1 || length > MAX_NAME || hasControlCharacters(trimmed))
    return refused(`must have 1 to ${MAX_NAME} characters on one line`);
  return withoutSecrets([trimmed]) ?? accepted(trimmed);
}

/** A query string without `?`. Its parameters may be unknown: pages ignore them. */
export function checkQuery(query: string): Checked<string> {
  if (query.length > MAX_QUERY || hasControlCharacters(query) || /^\?|#/.test(query))
    return refused(`must be a query string of at most ${MAX_QUERY} characters, without ? and #`);
  return withoutSecrets([query, ...[...new URLSearchParams(query)].flat()]) ?? accepted(query);
}

/** One of the pages. Pages of a site need a site, pages of the workspace have none. */
export function checkPage(page: string): Checked<SavedPage> {
  return isPage(page) ? accepted(page) : refused(`must be one of ${Object.keys(SAVED_PAGES).join(', ')}`);
}

export function checkSiteOf(page: string, siteId: number | undefined): Checked<number | undefined> {
  const needsSite = isPage(page) && SAVED_PAGES[page].startsWith('/sites/');
  if (!isPage(page) || needsSite === (siteId !== undefined)) return accepted(siteId);
  return refused(needsSite ? 'must be the site of the page' : 'must be absent for a page of the workspace');
}

const isPage = (page: string): page is SavedPage => Object.hasOwn(SAVED_PAGES, page);

function withoutSecrets(texts: readonly string[]): Checked<never> | undefined {
  if (texts.some(containsEmailAddress)) return refused('must not contain an email address');
  if (texts.some(containsToken)) return refused('must not contain a token such as a JWT');
  return undefined;
}
