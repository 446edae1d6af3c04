import type { ComponentChildren } from 'preact';
import { formatChange } from '../format/numbers';
import { t } from '../strings/text';

interface CardProps {
  readonly title: string;
  /** Shown right of the title. */
  readonly actions?: ComponentChildren;
  /** Fades the content of the previous request until the next response arrives. */
  readonly isLoading?: boolean;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A box with a title. Pages consist of cards. */
export function Card({ title, actions, isLoading = false, wide = false, children }: CardProps) {
  return (
    <section class={wide ? 'card card-wide' : 'card'} aria-label={title} aria-busy={isLoading}>
      <header class="card-head">
        <h2>{title}</h2>
        {actions}
      </header>
      <div class="card-body">{children}</div>
    </section>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly href: string }[];
  readonly chosen: string;
}

/** Tabs as links, so that each tab has a URL. */
export function Tabs({ label, tabs, chosen }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label: text, href }) => (
        <a key={id} class="tab" href={href} aria-current={id === chosen ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

interface MetricTileProps {
  readonly label: string;
  /** Undefined while loading; null without a value. */
  readonly value: number | null | undefined;
  /** Value of the comparison period; undefined without a comparison, null without data. */
  readonly previous?: number | null | undefined;
  readonly format: (value: number) => string;
  /** Shows a decrease as an improvement, such as for the bounce rate. */
  readonly lessIsBetter?: boolean;
  /** Makes the tile a link, such as to choose the metric of the chart. */
  readonly href?: string;
  readonly isChosen?: boolean;
}

/** One metric with its change. */
export function MetricTile({
  label,
  value,
  previous,
  format,
  lessIsBetter = false,
  href,
  isChosen,
}: MetricTileProps) {
  const content = (
    <>
      <span class="tile-label">{label}</span>
      <span class="tile-value">{value === undefined ? '\u00a0' : value === null ? '–' : format(value)}</span>
      {previous !== undefined && (
        <Change value={value ?? null} previous={previous} lessIsBetter={lessIsBetter} format={format} />
      )}
    </>
  );
  return href === undefined ? (
    <div class="tile">{content}</div>
  ) : (
    <a class="tile" href={href} aria-current={isChosen ? 'true' : undefined}>
      {content}
    </a>
  );
}

interface ChangeProps {
  readonly value: number | null;
  readonly previous: number | null;
  readonly lessIsBetter: boolean;
  readonly format: (value: number) => string;
}

function Change({ value, previous, lessIsBetter, format }: ChangeProps) {
  if (previous === null) return <span class="tile-change">{t('No earlier data')}</span>;
  const change = value === null ? undefined : formatChange(value, previous);
  const isGood = value !== null && (lessIsBetter ? value < previous : value > previous);
  const tone = value === previous || value === null ? '' : isGood ? ' tile-change-good' : ' tile-change-bad';
  return (
    <span class={`tile-change${tone}`}>
      {change ?? t('new')} <span class="tile-before">{t('from {value}', { value: format(previous) })}</span>
    </span>
  );
}
