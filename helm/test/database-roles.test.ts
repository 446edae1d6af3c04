import { containersOf, podOf, type Container } from './pods';
import { ofKind, podsOf, render } from './render';

const variable = ({ env = [] }: Container, name: string) => env.find((each) => each.name === name);

describe.each([
  ['trial', 'hw-headwater-trial-roles', (service: string) => service],
  ['bundled-own-secrets', 'own', () => 'postgres-password'],
])('the bundled Postgres with the values %s', (values, secret, keyOf) => {
  const manifests = render(values);

  test.each(['gateway', 'sites', 'identity', 'purge'])('gives %s its own role', (service) => {
    for (const container of containersOf(podOf(manifests, service))) {
      if (!variable(container, 'DATABASE_URL')) continue;
      expect(variable(container, 'DATABASE_URL')?.value).toBe(
        `postgres://headwater_${service}:$(POSTGRES_PASSWORD)@hw-headwater-postgres:5432/headwater`,
      );
      expect(variable(container, 'POSTGRES_PASSWORD')?.valueFrom?.secretKeyRef).toEqual({
        name: secret,
        key: keyOf(service),
      });
    }
  });

  test('gives the superuser only to the migrations, which create the roles', () => {
    const admins = podsOf(manifests).filter((pod) =>
      containersOf(pod).some((container) => variable(container, 'DATABASE_ADMIN_URL')),
    );
    expect(admins.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'])).toEqual([
      'migrate',
    ]);
    const [container] = containersOf(podOf(manifests, 'migrate'));
    expect(container && variable(container, 'DATABASE_URL')?.value).toMatch(/^postgres:\/\/headwater_owner:/);
  });
});

test('a trial creates the passwords of the roles before the migrations of an upgrade', () => {
  const secret = ofKind(render('trial', ['--is-upgrade']), 'Secret').find(
    ({ metadata }) => metadata.name === 'hw-headwater-trial-roles',
  );
  expect(Object.keys(secret?.data ?? {})).toEqual(['migrations', 'gateway', 'sites', 'identity', 'purge']);
  expect(secret?.metadata.annotations).toMatchObject({
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-weight': '-5',
  });
});

test('an external Postgres has the roles of its URLs', () => {
  for (const pod of podsOf(render('production')))
    for (const container of containersOf(pod))
      expect(variable(container, 'DATABASE_ADMIN_URL')).toBeUndefined();
});
