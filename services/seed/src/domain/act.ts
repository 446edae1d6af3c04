import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { Step } from './step';

/** A step that has no time yet. */
export type Act = Omit<Step, 'at'>;

/** The opening of a page. */
export function pageview(pathname: string): Act {
  return { name: PAGEVIEW, pathname, props: {} };
}
