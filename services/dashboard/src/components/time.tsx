import { useEffect, useState } from 'preact/hooks';
import { formatMoment } from '../format/dates';

/** A time in the user's time zone; its tooltip shows UTC. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatMoment(at)}
    </time>
  );
}

/** The current time, updated at an interval in milliseconds. For relative times such as `3 minutes ago`. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
