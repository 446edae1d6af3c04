import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { collectLines } from './log-destination';

function collecting() {
  const written: string[] = [];
  const ending = new EventEmitter();
  const destination = collectLines({ write: (lines) => void written.push(lines) }, ending);
  return { written, ending, destination };
}

test('writes the lines of a turn together at its end', async () => {
  const { written, destination } = collecting();
  destination.write('a\n');
  destination.write('b\n');
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(['a\nb\n']);
  destination.write('c\n');
  await turn();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

test('writes no more at once than a pipe takes whole, but for a longer line', () => {
  const { written, destination } = collecting();
  const line = `${'ä'.repeat(1_000)}\n`;
  for (let count = 0; count < 3; count++) destination.write(line);
  expect(written).toEqual([line + line]);
  destination.write('x'.repeat(5_000));
  expect(written).toEqual([line + line, line]);
});

test('writes what is left before the process exits, and after a fatal line', () => {
  const { written, ending, destination } = collecting();
  destination.write('last\n');
  ending.emit('exit');
  expect(written).toEqual(['last\n']);
  destination.write('fatal\n');
  destination.flushSync();
  expect(written).toEqual(['last\n', 'fatal\n']);
});
