import { formatChange } from '../format/numbers';

interface Props {
  readonly label: string;
  /** Undefined while it is loading, null where there is none. */
  readonly value: number | null | undefined;
  /** Of the earlier window; undefined when nothing is compared. */
  readonly before?: number | null | undefined;
  readonly format: (value: number) => string;
  /** A bounce rate that falls is good news. */
  readonly lessIsBetter?: boolean;
  /** Where the tile leads: it chooses what the chart shows. */
  readonly href?: string;
  readonly isChosen?: boolean;
}

/** One figure with its change. */
export function FigureTile({ label, value, before, format, lessIsBetter = false, href, isChosen }: Props) {
  const content = (
    <>
      <span class="tile-label">{label}</span>
      <span class="tile-value">{value === undefined ? '\u00a0' : value === null ? '–' : format(value)}</span>
      {before !== undefined && (
        <Change now={value ?? null} before={before} lessIsBetter={lessIsBetter} format={format} />
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
  readonly now: number | null;
  readonly before: number | null;
  readonly lessIsBetter: boolean;
  readonly format: (value: number) => string;
}

function Change({ now, before, lessIsBetter, format }: ChangeProps) {
  if (before === null) return <span class="tile-change">nothing before</span>;
  const change = now === null ? undefined : formatChange(now, before);
  const isGood = now !== null && (lessIsBetter ? now < before : now > before);
  const tone = now === before || now === null ? '' : isGood ? ' tile-change-good' : ' tile-change-bad';
  return (
    <span class={`tile-change${tone}`}>
      {change ?? 'new'} <span class="tile-before">from {format(before)}</span>
    </span>
  );
}
