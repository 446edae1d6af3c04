import { useEffect } from 'preact/hooks';

/** Names the tab and the bookmark. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part), 'Headwater'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
