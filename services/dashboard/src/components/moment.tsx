import { formatMoment } from '../format/dates';

/** A moment in the reader's zone; hovering tells it in UTC. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatMoment(at)}
    </time>
  );
}
