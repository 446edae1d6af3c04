/** `window.headwater` as pages use it. */
export interface Headwater {
  /** The anonymous visitor id, to be handed to identify at signup; null while nothing may be stored. */
  ref: string | null;
  /** Counts a custom event. Refuses the names `pageview` and `engagement`. */
  track(name: string, props?: unknown): void;
  /** Counts one more pageview of the present address, beyond the automatic ones. */
  page(): void;
  /** `true` starts a tracker that waits for consent; `false` stops it and removes what it stored. */
  consent(given: boolean): void;
}

/** What a page may put in our place until we load: calls as `[method, ...arguments]`. */
export interface Stub {
  q?: [keyof Headwater, ...unknown[]][];
}
