import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings/text';
import { Icon } from './icon';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label = t('Copy') }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  // Browsers offer the clipboard only to pages loaded over https.
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
        {outcome === 'copied' ? t('Copied') : outcome === 'failed' ? t('Select the text and copy it') : label}
      </span>
    </button>
  );
}
