import type { ChartSeries } from './series';

/** Which colour is whose, where there are several. */
export function Legend({ series }: { readonly series: readonly ChartSeries[] }) {
  return (
    <ul class="legend">
      {series.map(({ label, kind }, index) => (
        <li key={label}>
          <span class={`dot dot-${kind === 'before' ? 'before' : index + 1}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
