import { recordedLog } from './testing/silent-log';
import { logAvailabilityChanges } from './log-availability';

test('logs once that a dependency is unreachable, with the error, and once that it recovered', () => {
  const { log, lines } = recordedLog();
  const note = logAvailabilityChanges('Postgres', log);
  for (const found of [undefined, new Error('gone'), new Error('still gone'), undefined, undefined])
    note(found);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 40, err: expect.objectContaining({ message: 'gone' }) as unknown }),
    expect.objectContaining({ level: 30, msg: 'Postgres is reachable again' }),
  ]);
});
