import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon';

const SHOWN_MS = 2_000;

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  // No clipboard is given to a page that came over plain http.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <button type="button" class="button button-copy" onClick={() => void copy()}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select and copy by hand' : label}
      </span>
    </button>
  );
}
