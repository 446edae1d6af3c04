import { useState } from 'preact/hooks';
import { Form } from '../../components/form';

interface Props {
  readonly refusal: Error | undefined;
  readonly onPassword: (password: string) => void;
}

/** Asks for the password of a shared page. */
export function PasswordForm({ refusal, onPassword }: Props) {
  const [password, setPassword] = useState('');
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>This page asks for a password</h1>
        <Form
          submit="Open"
          isBusy={false}
          error={refusal}
          onSubmit={() => {
            onPassword(password);
            return Promise.resolve();
          }}
        >
          <label class="field">
            Password
            <input
              type="password"
              required
              autocomplete="off"
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          </label>
        </Form>
      </div>
    </main>
  );
}
