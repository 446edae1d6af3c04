import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  /** At the title's right. */
  readonly actions?: ComponentChildren;
  /** Content of an earlier question is shown faded while the next is under way. */
  readonly isLoading?: boolean;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A titled box: the unit that pages are made of. */
export function Card({ title, actions, isLoading = false, wide = false, children }: Props) {
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
