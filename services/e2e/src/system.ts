/** A running Headwater, seen from outside. */
export interface System {
  readonly apiUrl: string;
  readonly collectUrl: string;
  readonly token: string;
  /** Stops every process of it and removes what it stored. */
  stop(): Promise<void>;
}
