import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { secretProblem, viewQueryProblem } from '@headwater/protos/view-query';
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

const { maxSavedViewNameLength: MAX_NAME } = WORKSPACE_LIMITS;

/** The name without white space at its ends. Refuses personal data and secrets: no erasure searches saved views. */
export function checkName(name: string): Checked<string> {
  const trimmed = name.trim();
  const length = codePointCount(trimmed);
  if (length < 1 || length > MAX_NAME || hasControlCharacters(trimmed))
    return refused(`must have 1 to ${MAX_NAME} characters on one line`);
  return checkedBy(secretProblem([trimmed]), trimmed);
}

/** A query string without `?`. */
export function checkQuery(query: string): Checked<string> {
  return checkedBy(viewQueryProblem(query), query);
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

const checkedBy = (problem: string | undefined, text: string): Checked<string> =>
  problem === undefined ? accepted(text) : refused(problem);
