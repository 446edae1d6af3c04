import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMutation } from '../api/hooks';
import { t } from '../strings/text';
import { Icon } from './icon';
import { ErrorMessage } from './states';

interface FormProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly isBusy: boolean;
  /** The refusal of the last attempt. */
  readonly error: Error | undefined;
  readonly isDangerous?: boolean;
  readonly onSubmit: () => Promise<unknown>;
  /** Adds a Cancel button. */
  readonly onCancel?: () => void;
  readonly children: ComponentChildren;
}

/**
 * A form with its submit button. Shows the error message of the API. `data-unsaved` marks it from the first input until the input
 * is saved.
 */
export function Form({ submit, isBusy, error, isDangerous, onSubmit, onCancel, children }: FormProps) {
  const [input, setInput] = useState<'none' | 'typed' | 'sent' | 'answered'>('none');
  useEffect(() => {
    if (input === 'answered') setInput(error ? 'typed' : 'none');
  }, [input, error]);
  const send = async () => {
    setInput('sent');
    await onSubmit();
    setInput((now) => (now === 'sent' ? 'answered' : now));
  };
  return (
    <form
      class="form"
      data-unsaved={input === 'none' ? undefined : true}
      onInput={() => setInput('typed')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      {error && (
        <p class="notice notice-bad" role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
      <div class="dialog-actions">
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            {t('Cancel')}
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

interface DialogButtonProps {
  readonly label: string;
  readonly icon?: string;
  /** Heading of the dialog. */
  readonly title: string;
  readonly variant?: 'primary' | 'danger' | 'plain' | 'tool';
  /** Shows the dialog at the bottom of the screen. A tap outside closes it. */
  readonly isSheet?: boolean;
  /** Renders the content each time the dialog opens; `close` closes it. */
  readonly children: (close: () => void) => ComponentChildren;
}

const CLASSES = {
  primary: 'button button-primary',
  danger: 'button button-danger',
  plain: 'button',
  tool: 'tool',
} as const;

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps) {
  const { label, icon, title, variant = 'plain', isSheet, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class={CLASSES[variant]} aria-haspopup="dialog" onClick={open}>
        {icon !== undefined && <Icon name={icon} />}
        {label}
      </button>
      <dialog
        ref={dialog}
        class={isSheet ? 'dialog sheet' : 'dialog'}
        aria-label={title}
        onClose={() => setOpen(false)}
        onClick={({ target, currentTarget }) => isSheet && target === currentTarget && currentTarget.close()}
      >
        <h2>{title}</h2>
        {isOpen && children(() => dialog.current?.close())}
      </dialog>
    </>
  );
}

interface Action {
  /** Label of both buttons, such as `Revoke`. */
  readonly label: string;
  /** The consequences, for the dialog. */
  readonly children: ComponentChildren;
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  /** Called after success. All shown data is requested again anyway. */
  readonly onDone?: () => void;
}

interface ConfirmButtonProps extends Action {
  readonly icon?: string;
  /** Heading of the dialog, such as `Revoke “signup server”?`. */
  readonly title: string;
  readonly variant?: 'danger' | 'tool';
}

/** A button for an action that is hard to undo: opens a confirmation dialog first. */
export function ConfirmButton({ icon, title, variant = 'danger', ...action }: ConfirmButtonProps) {
  return (
    <DialogButton
      label={action.label}
      title={title}
      variant={variant}
      {...(icon === undefined ? {} : { icon })}
    >
      {(close) => <ConfirmForm {...action} close={close} />}
    </DialogButton>
  );
}

function ConfirmForm({
  label,
  children,
  method,
  url,
  onDone,
  close,
}: Action & { readonly close: () => void }) {
  const { write, isBusy, error } = useMutation();
  return (
    <Form
      submit={label}
      isBusy={isBusy}
      error={error}
      isDangerous
      onCancel={close}
      onSubmit={async () => {
        if ((await write<object>(url, { method })) === undefined) return;
        close();
        onDone?.();
      }}
    >
      <p>{children}</p>
    </Form>
  );
}
