import { recordedLog } from './testing/silent-log';
import { toldChanges } from './told-changes';

test('tells once that something went away, with the reason, and once that it is back', () => {
  const { log, lines } = recordedLog();
  const note = toldChanges('Postgres', log);
  for (const found of [undefined, new Error('gone'), new Error('still gone'), undefined, undefined])
    note(found);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 40, err: expect.objectContaining({ message: 'gone' }) as unknown }),
    expect.objectContaining({ level: 30, msg: 'Postgres can be asked again' }),
  ]);
});
