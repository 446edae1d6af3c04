import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

interface Props {
  readonly label: string;
  readonly icon?: string;
  /** What the dialog asks. */
  readonly title: string;
  readonly look?: 'primary' | 'danger' | 'plain' | 'tool';
  /** Made anew each time it opens; `close` is for the button that ends it. */
  readonly children: (close: () => void) => ComponentChildren;
}

const CLASSES = {
  primary: 'button button-primary',
  danger: 'button button-danger',
  plain: 'button',
  tool: 'tool',
} as const;

/** A button that asks for more in a dialog. */
export function DialogButton({ label, icon, title, look = 'plain', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class={CLASSES[look]} aria-haspopup="dialog" onClick={open}>
        {icon !== undefined && <Icon name={icon} />}
        {label}
      </button>
      <dialog ref={dialog} class="dialog" aria-label={title} onClose={() => setOpen(false)}>
        <h2>{title}</h2>
        {isOpen && children(() => dialog.current?.close())}
      </dialog>
    </>
  );
}
