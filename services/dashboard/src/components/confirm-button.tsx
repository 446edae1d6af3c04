import type { ComponentChildren } from 'preact';
import { useWrite } from '../api/use-write';
import { DialogButton } from './dialog-button';
import { Form } from './form';

interface Act {
  /** On both buttons, such as `Revoke`. */
  readonly label: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  readonly onDone: () => void;
}

interface Props extends Act {
  readonly icon?: string;
  /** The question, such as `Revoke “signup server”?`. */
  readonly title: string;
  readonly look?: 'danger' | 'tool';
}

/** A button that does what can not simply be taken back: it asks first. */
export function ConfirmButton({ icon, title, look = 'danger', ...act }: Props) {
  return (
    <DialogButton label={act.label} title={title} look={look} {...(icon === undefined ? {} : { icon })}>
      {(close) => <Question {...act} close={close} />}
    </DialogButton>
  );
}

function Question({ label, children, method, url, onDone, close }: Act & { readonly close: () => void }) {
  const { write, isBusy, error } = useWrite();
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
        onDone();
      }}
    >
      <p>{children}</p>
    </Form>
  );
}
