/** Where accepted events go. */
export interface EventLog {
  /**
   * Resolves when the events are durable.
   *
   * @param lines of JSON, each an `EventRow` with its line end
   * @throws AppError `upstream_unavailable` when they could not be made so: the sender must send them again.
   */
  append(lines: readonly string[]): Promise<void>;
  /** Hurries, and tells whether everything taken so far can be queried within `ms`. Never rejects. */
  settled(ms: number): Promise<boolean>;
  /** For how long the oldest event that cannot be queried yet has been waiting, in milliseconds; 0 when there is none. */
  waitingMs(): number;
  /** False while it refuses events. */
  isTaking(): boolean;
  /** Takes nothing more and resolves when everything taken is settled or safe until the next start. */
  close(): Promise<void>;
}
