/** One thing done during a visit: a pageview, or a custom event on a page. */
export interface Step {
  /** Unix ms. */
  readonly at: number;
  readonly name: string;
  readonly pathname: string;
  readonly props: Readonly<Record<string, string>>;
}
