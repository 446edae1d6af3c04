import { useEffect, useState } from 'preact/hooks';

/** Whether the page is dark now; changes with the system. */
export function useDark(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const note = () => setDark(query.matches);
    query.addEventListener('change', note);
    return () => query.removeEventListener('change', note);
  }, [query]);
  return isDark;
}
