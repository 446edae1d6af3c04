import { EventEmitter } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';
import { batchLines } from './batched-stdout';

function collecting() {
  const written: string[] = [];
  const ending = new EventEmitter();
  const destination = batchLines({ write: (lines) => void written.push(lines) }, ending);
  return { written, ending, destination };
}

test('writes the lines of one event-loop tick together', async () => {
  const { written, destination } = collecting();
  destination.write('a\n');
  destination.write('b\n');
  expect(written).toEqual([]);
  await tick();
  expect(written).toEqual(['a\nb\n']);
  destination.write('c\n');
  await tick();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

test('writes at most PIPE_BUF bytes together, except for a longer line', () => {
  const { written, destination } = collecting();
  const line = `${'ä'.repeat(1_000)}\n`;
  for (let count = 0; count < 3; count++) destination.write(line);
  expect(written).toEqual([line + line]);
  destination.write('x'.repeat(5_000));
  expect(written).toEqual([line + line, line]);
});

test('flushes before the process exits and after a fatal line', () => {
  const { written, ending, destination } = collecting();
  destination.write('last\n');
  ending.emit('exit');
  expect(written).toEqual(['last\n']);
  destination.write('fatal\n');
  destination.flushSync();
  expect(written).toEqual(['last\n', 'fatal\n']);
});
