import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings/text';
import { Icon } from './icon';

const SHOWN_MS = 2_000;

interface Props {
  readonly text: string;
  /** Of the button; default: Copy. */
  readonly label?: string;
}

/** A text, such as an address or a command, with a button that copies it. */
export function CodeBlock(props: Props) {
  return (
    <div class="code-block">
      <pre tabIndex={0}>
        <code>{props.text}</code>
      </pre>
      <CopyButton {...props} />
    </div>
  );
}

/** Copies a text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label = t('Copy') }: Props) {
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
