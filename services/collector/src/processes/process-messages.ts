/** What a process tells the one that started it: that it takes events, and where. */
export interface Started {
  readonly started: { readonly ports: Readonly<Record<string, number>> };
}

/** What it is told: to settle what it has taken and to end. */
export const STOP = 'stop';

export function isStarted(message: unknown): message is Started {
  return typeof message === 'object' && message !== null && 'started' in message;
}
