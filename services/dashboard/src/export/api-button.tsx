import { useRef } from 'preact/hooks';
import { curl } from '../api/curl';
import { CopyButton } from '../components/copy-button';
import { Icon } from '../components/icon';

/** Shows the call that gives these numbers. */
export function ApiButton({ title, url }: { readonly title: string; readonly url: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const command = curl(location.origin, url);
  return (
    <>
      <button
        type="button"
        class="tool"
        title="The API call that gives these numbers"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="code" />
        API
      </button>
      <dialog ref={dialog} class="dialog" aria-label={`API call: ${title}`}>
        <h2>The call behind “{title}”</h2>
        <p>
          The same numbers for your own code. Put an API token with the right to read statistics into TOKEN.
        </p>
        <div class="code-block">
          <pre tabIndex={0}>
            <code>{command}</code>
          </pre>
          <CopyButton text={command} />
        </div>
        <form method="dialog" class="dialog-actions">
          <a class="button" href="/docs" target="_blank" rel="noreferrer">
            API reference
          </a>
          <button type="submit" class="button button-primary">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}
