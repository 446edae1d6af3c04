/** Arrow up and down, Home and End between the links of a table's rows (`data-row`). */
export function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const target = rows[next[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
