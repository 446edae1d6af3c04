import type { ComponentChildren } from 'preact';

interface Props {
  /** On the button that sends it. */
  readonly submit: string;
  readonly isBusy: boolean;
  /** What the API said of the last try. */
  readonly error: Error | undefined;
  readonly isDangerous?: boolean;
  readonly onSubmit: () => Promise<unknown>;
  /** Leaves without doing it; without it there is only the one button. */
  readonly onCancel?: () => void;
  readonly children: ComponentChildren;
}

/** Fields with the button that sends them, and the refusal in the API's own words. */
export function Form({ submit, isBusy, error, isDangerous, onSubmit, onCancel, children }: Props) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      {error && (
        <p class="notice notice-bad" role="alert">
          {error.message}
        </p>
      )}
      <div class="dialog-actions">
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button
          type="submit"
          class={isDangerous ? 'button button-danger' : 'button button-primary'}
          disabled={isBusy}
        >
          {submit}
        </button>
      </div>
    </form>
  );
}
