import { createLog } from './log';

test('redacts secrets and personal fields by name, at every depth that is logged', () => {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
  log.info(
    { email: 'a@b.example', request: { token: 'hw_secret', headers: { authorization: 'Bearer x' } } },
    'seen',
  );
  expect(lines.join('')).not.toMatch(/a@b\.example|hw_secret|Bearer x/);
  expect(lines.join('')).toContain('[redacted]');
});
