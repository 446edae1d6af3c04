import { callApi, type System } from '../../src/api';
import { eventsOf, SIGNATURES, type ProviderName } from '../payment-providers/events';

/** Sends the events of all payment providers, each with an address or a JWT in another one of its fields. @returns the answers. */
export async function sendByEveryProvider(
  system: System,
  { email, jwt }: { readonly email: string; readonly jwt: string },
  count: (name: string, isAccepted: boolean) => void,
): Promise<string> {
  const answers: unknown[] = [];
  for (const provider of Object.keys(SIGNATURES) as ProviderName[]) {
    const { secret, sign } = SIGNATURES[provider];
    const integration = `/api/v1/integrations/${provider}`;
    const connected = await callApi(system, 'PUT', integration, { body: { signing_secret: secret } });
    const ref = 'visitor-of-provider';
    const eventsOfCustomers = [
      ...eventsOf(provider, { number: 1, email: `For ${email}`, ref }).map(
        (event) => [event, email] as const,
      ),
      ...eventsOf(provider, { number: 2, email, ref }).map((event) => [event, jwt] as const),
    ];
    for (const [event, text] of eventsOfCustomers)
      for (const variant of variantsOf(event, text)) {
        const body = JSON.stringify(variant);
        const headers = sign(body, secret, Math.floor(Date.now() / 1_000));
        const answer = await callApi(system, 'POST', connected.body.webhookPath, {
          token: null,
          body,
          headers,
        });
        count(`events of ${provider}`, answer.status === 200);
        answers.push([answer.status, answer.body]);
      }
  }
  return JSON.stringify(answers);
}

/** Copies of a value, each with the text instead of one of its texts, numbers and keys. */
function* variantsOf(value: unknown, text: string): Generator {
  if (typeof value === 'string' || typeof value === 'number') yield text;
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const variant of variantsOf(item, text)) yield value.with(index, variant);
  else if (value !== null && typeof value === 'object') {
    for (const [name, property] of Object.entries(value))
      for (const variant of variantsOf(property, text)) yield { ...value, [name]: variant };
    yield { ...value, [text]: text };
  }
}
