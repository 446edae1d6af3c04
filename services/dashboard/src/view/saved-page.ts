import { SAVED_PAGES, type SavedPage } from '@headwater/protos/vocabulary';

const PAGES = Object.entries(SAVED_PAGES) as readonly (readonly [page: SavedPage, path: string])[];

/** The page at a path; undefined if the page can't be saved. */
export function savedPageOf(path: string): SavedPage | undefined {
  const pattern = path.replace(/^\/sites\/\d+/, '/sites/:id');
  return PAGES.find(([, each]) => each === pattern)?.[0];
}
