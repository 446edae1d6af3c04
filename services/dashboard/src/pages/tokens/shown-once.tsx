import { CopyButton } from '../../components/copy-button';

/** A secret that can not be shown again. */
export function ShownOnce({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <>
      <p>Keep it where your server reads its secrets. It can not be shown again.</p>
      <div class="code-block">
        <pre tabIndex={0}>
          <code>{token}</code>
        </pre>
        <CopyButton text={token} />
      </div>
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={onClose}>
          I have kept it
        </button>
      </div>
    </>
  );
}
