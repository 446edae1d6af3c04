import type { Schemas } from '@headwater/client/client';
import { useEffect, useState } from 'preact/hooks';
import { useWrite } from '../../api/use-write';
import { DialogButton } from '../../components/dialog-button';
import { Form } from '../../components/form';
import { ShownOnce } from './shown-once';

const OVERLAPS = [
  [86_400, 'a day'],
  [3_600, 'an hour'],
  [0, 'no longer'],
] as const;

interface Props {
  readonly token: Schemas['Token'];
  readonly onDone: () => void;
}

/** A button that puts a new secret in a token's place, while the old one works on for a while. */
export function RotateToken(props: Props) {
  return (
    <DialogButton label="Rotate" icon="tokens" title={`Rotate “${props.token.name}”`} look="tool">
      {(close) => <RotateForm {...props} close={close} />}
    </DialogButton>
  );
}

function RotateForm({ token, onDone, close }: Props & { readonly close: () => void }) {
  const [overlapSeconds, setOverlap] = useState<number>(OVERLAPS[0][0]);
  const [made, setMade] = useState<Schemas['RotatedToken']>();
  const { write, isBusy, error } = useWrite();
  // Once the dialog is closed: a list that can not be loaded, as by a session whose token has just ended, would take
  // the secret away before anybody has kept it.
  useEffect(() => (made ? onDone : undefined), [made]);
  if (made) return <ShownOnce token={made.token} onClose={close} />;
  const rotate = async () => {
    const url = `/api/v1/tokens/${token.id}/rotate`;
    const rotated = await write<Schemas['RotatedToken']>(url, { method: 'POST', body: { overlapSeconds } });
    if (rotated) setMade(rotated);
  };
  return (
    <Form submit="Rotate" isBusy={isBusy} error={error} onCancel={close} onSubmit={rotate}>
      <label class="field">
        The old secret works for
        <select
          value={String(overlapSeconds)}
          onChange={({ currentTarget: { value } }) => setOverlap(Number(value))}
        >
          {OVERLAPS.map(([seconds, words]) => (
            <option key={seconds} value={String(seconds)}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}
