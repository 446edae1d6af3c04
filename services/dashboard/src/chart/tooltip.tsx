import { formatBucketLong } from '../format/dates';
import type { ChartData } from './series';

interface Props {
  readonly data: ChartData;
  /** The bucket under way, if there is one: those behind it have no figures yet. */
  readonly present: number | undefined;
  readonly index: number;
  /** Of the bucket within the plotted area, in pixels. */
  readonly left: number;
  readonly format: (value: number) => string;
}

/** The figures of the bucket under the pointer. */
export function Tooltip({ data, present, index, left, format }: Props) {
  const { buckets, grain, series } = data;
  const isRight = index > buckets.length / 2;
  return (
    <div
      class={isRight ? 'tooltip tooltip-left' : 'tooltip'}
      style={{ '--at': `${left}px` }}
      aria-hidden="true"
    >
      <p class="tooltip-title">
        {formatBucketLong(buckets[index] ?? '', grain)}
        {index === present && ' · so far'}
      </p>
      {series.map((each, number) => {
        const isToCome = present !== undefined && index > present && each.kind !== 'before';
        const value = isToCome ? undefined : each.values[index];
        const bucket = each.buckets?.[index];
        return (
          <p key={each.label} class="tooltip-row">
            <span class={`dot ${each.kind === 'before' ? 'dot-before' : `dot-${(number % 6) + 1}`}`} />
            <span class="tooltip-label">{bucket ? formatBucketLong(bucket, grain) : each.label}</span>
            <strong>{value === null || value === undefined ? '–' : format(value)}</strong>
          </p>
        );
      })}
    </div>
  );
}
