import type { Schemas } from '@headwater/client/client';
import { formatCount, formatPercent } from '../../format/numbers';

interface Props {
  readonly label: string;
  readonly steps: Schemas['FunnelResult']['data']['steps'];
}

/** The steps as bars, each as wide as its part of those who entered. */
export function FunnelSteps({ label, steps }: Props) {
  return (
    <ol class="funnel" aria-label={`Steps of ${label}`}>
      {steps.map(({ name, visitors, dropOff, conversionRate }, index) => (
        <li key={index} class="funnel-step">
          <p class="funnel-name">
            <span>
              {index + 1}. {name}
            </span>
            <strong class="number">{formatCount(visitors)}</strong>
          </p>
          <span class="funnel-bar" style={{ '--share': `${conversionRate ?? 0}%` }} aria-hidden="true" />
          <p class="fine">
            {conversionRate === null
              ? 'Nobody entered'
              : `${formatPercent(conversionRate)} of those who entered`}
            {index > 0 && dropOff > 0 && ` · ${formatCount(dropOff)} left before`}
          </p>
        </li>
      ))}
    </ol>
  );
}
