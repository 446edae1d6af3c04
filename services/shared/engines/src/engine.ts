/** A database engine running as a child of this process. */
export interface Engine {
  /** Connection URL with credentials and database; the port is picked anew at every start. */
  readonly url: string;
  /** Process id of the engine. */
  readonly pid: number;
  /** Ends the engine cleanly and waits for its process to be gone; may be called twice. */
  stop(): Promise<void>;
}

/** Where an engine lives and to whom it reports. */
export interface EngineOptions {
  /** Absolute path owned by this engine alone; made when missing, kept when the engine stops. */
  readonly directory: string;
  /** Receives one line per step worth telling; silent when left out. */
  readonly log?: (line: string) => void;
  /** Called once when the engine ends without having been asked to. */
  readonly onCrash?: (error: Error) => void;
}
