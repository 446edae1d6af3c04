import { createLog } from './log';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('test', 'info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('redacts secrets and personal fields by name, at every depth that is logged', () => {
  const logged = linesOf((log) =>
    log.info(
      { email: 'a@b.example', request: { token: 'hw_secret', headers: { authorization: 'Bearer x' } } },
      'seen',
    ),
  );
  expect(logged).not.toMatch(/a@b\.example|hw_secret|Bearer x/);
  expect(logged).toContain('[redacted]');
});

test('redacts lists, what a child log begins its lines with, and what hangs on an error', () => {
  const refused = Object.assign(new Error('refused'), {
    code: 'E1',
    email: 'a@b.example',
    to: { ip: '192.0.2.1' },
  });
  const logged = linesOf((log) =>
    log
      .child({ requestId: 'r1', cookie: 'c1' })
      .error({ people: [{ password: 'p1' }], err: refused }, 'failed'),
  );
  expect(logged).not.toMatch(/a@b\.example|192\.0\.2\.1|c1|p1/);
  expect(JSON.parse(logged)).toMatchObject({
    requestId: 'r1',
    cookie: '[redacted]',
    people: [{ password: '[redacted]' }],
    err: { message: 'refused', code: 'E1', email: '[redacted]', to: { ip: '[redacted]' } },
  });
  expect(refused).toMatchObject({ email: 'a@b.example', to: { ip: '192.0.2.1' } });
});

test('a log line names its error and its child, and leaves what was logged as it was', () => {
  const entry = { request: { token: 'hw_secret' } };
  const logged = linesOf((log) => log.child({ a: 1 }).child({ b: 2 }).info(entry, 'seen'));
  expect(JSON.parse(logged)).toMatchObject({ level: 30, name: 'test', a: 1, b: 2, msg: 'seen' });
  expect(entry).toEqual({ request: { token: 'hw_secret' } });
});

test.each([[null], ['a text'], [undefined], [7]])(
  'logs %p where it was thrown in the stead of an error',
  (thrown) => {
    const logged = linesOf((log) => log.error({ err: thrown }, 'failed'));
    expect(JSON.parse(logged)).toMatchObject({
      msg: 'failed',
      ...(thrown === undefined ? {} : { err: thrown }),
    });
  },
);
