interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly href: string }[];
  readonly chosen: string;
}

/** What a card shows, as links: each choice has an address. */
export function Tabs({ label, tabs, chosen }: Props) {
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
