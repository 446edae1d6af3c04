import { useState } from 'preact/hooks';
import { useAccess } from './access';
import { fetchJson } from './fetch-json';

interface Write {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: unknown;
}

/** A change that a button or a form makes. */
export interface Writing {
  /** @returns the answer, or undefined when it was refused: `error` says why */
  readonly write: <Answer>(url: string, call: Write) => Promise<Answer | undefined>;
  readonly isBusy: boolean;
  readonly error: Error | undefined;
}

/** Makes changes through the API, one at a time, and keeps what it said of the last one. */
export function useWrite(): Writing {
  const access = useAccess();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  return {
    isBusy,
    error,
    write: async <Answer>(url: string, call: Write) => {
      setBusy(true);
      setError(undefined);
      try {
        return await fetchJson<Answer>(access, url, call);
      } catch (refusal) {
        setError(refusal instanceof Error ? refusal : new Error(String(refusal)));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
