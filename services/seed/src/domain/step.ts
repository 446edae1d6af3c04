import { PAGEVIEW } from '@headwater/protos/vocabulary';

/** A step of a visit: a pageview or a custom event. */
export interface Step {
  /** Unix ms. */
  readonly at: number;
  readonly name: string;
  readonly pathname: string;
  readonly props: Readonly<Record<string, string>>;
}

/** A step without its time. */
export type Act = Omit<Step, 'at'>;

/** A pageview. */
export function pageview(pathname: string): Act {
  return { name: PAGEVIEW, pathname, props: {} };
}
