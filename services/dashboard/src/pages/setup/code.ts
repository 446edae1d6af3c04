/** Code of one call in one language. */
export interface CodeSample {
  readonly id: string;
  readonly label: string;
  /** @param origin of the API */
  readonly text: (origin: string) => string;
}

const node = (path: string, body: string) => (origin: string) => `await fetch('${origin}${path}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${body}),
});`;

const python = (path: string, body: string) => (origin: string) => `import os, requests

requests.post(
    '${origin}${path}',
    headers={'Authorization': f"Bearer {os.environ['TOKEN']}"},
    json=${body},
)`;

const shell = (path: string, body: string) => (origin: string) => `curl -sS '${origin}${path}' \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '${body}'`;

/** The calls of the setup. In the form of the signup, `ref` is the value of `headwater.ref`. */
export const CODE = {
  form: [
    {
      id: 'html',
      label: 'HTML',
      text: () => `<form id="signup" action="/signup" method="post">
  <input name="email" type="email" required>
  <input name="ref" type="hidden">
  <button>Sign up</button>
</form>
<script>
  document.getElementById('signup').addEventListener('submit', ({ target }) => {
    target.elements.ref.value = headwater.ref || '';
  });
</script>`,
    },
  ],
  identify: [
    {
      id: 'node',
      label: 'Node',
      text: node('/api/v1/identify', '{ anonymous_id: form.ref, email: form.email }'),
    },
    {
      id: 'python',
      label: 'Python',
      text: python('/api/v1/identify', "{'anonymous_id': form['ref'], 'email': form['email']}"),
    },
    {
      id: 'curl',
      label: 'curl',
      text: shell('/api/v1/identify', '{"anonymous_id":"…","email":"ada@example.com"}'),
    },
  ],
  payment: [
    {
      id: 'node',
      label: 'Node',
      text: node(
        '/api/v1/payments',
        "{ payment_id: 'in-1', email, amount: '49.00', currency: 'EUR', type: 'sale' }",
      ),
    },
    {
      id: 'python',
      label: 'Python',
      text: python(
        '/api/v1/payments',
        "{'payment_id': 'in-1', 'email': email, 'amount': '49.00', 'currency': 'EUR', 'type': 'sale'}",
      ),
    },
    {
      id: 'curl',
      label: 'curl',
      text: shell(
        '/api/v1/payments',
        '{"payment_id":"in-1","email":"ada@example.com","amount":"49.00","currency":"EUR","type":"sale"}',
      ),
    },
  ],
} as const satisfies Readonly<Record<string, readonly CodeSample[]>>;
