import assert from 'node:assert';
import { Readable } from 'node:stream';
import { AppError } from '@headwater/kit/errors';
import { readCsv } from '../../src/http/file-body';

/** A CSV file. Its rows do not depend on the chunks in which it arrives, and they survive a round trip. */
export async function fuzz(data: Buffer): Promise<void> {
  const [size = 1] = data;
  const file = data.subarray(1);
  const [whole, parts] = [await rowsOf([file]), await rowsOf(chunksOf(file, size + 1))];
  assert.deepEqual(parts, whole);
  if (typeof whole === 'string') return;
  const again = await rowsOf([
    Buffer.from(whole.map(({ cells }) => `${cells.map(quoted).join()}\n`).join('')),
  ]);
  assert(typeof again !== 'string', JSON.stringify(again));
  assert.deepEqual(
    again.map(({ cells }) => cells),
    whole.map(({ cells }) => cells),
  );
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

function chunksOf(file: Buffer, size: number): Buffer[] {
  const count = Math.min(200, Math.ceil(file.length / size));
  return Array.from({ length: count }, (_, index) =>
    file.subarray(index * size, index === count - 1 ? file.length : (index + 1) * size),
  );
}

async function rowsOf(chunks: readonly Buffer[]) {
  const rows: { line: number; cells: string[] }[] = [];
  try {
    for await (const row of readCsv(Readable.from(chunks))) rows.push(row);
    return rows;
  } catch (error) {
    assert(error instanceof AppError && error.code === 'invalid_request', String(error));
    return error.message;
  }
}
