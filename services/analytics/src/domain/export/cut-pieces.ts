/** Large enough that a piece costs next to nothing to send, small enough to hold many. */
const PIECE_CHARACTERS = 64 * 1_024;

/** Joins lines to pieces of about 64 Ki characters; asks for further lines only when a piece was taken. */
export async function* cutPieces(
  head: string,
  batches: AsyncIterable<Iterable<string>>,
): AsyncGenerator<Buffer> {
  let piece = head;
  for await (const lines of batches)
    for (const line of lines) {
      piece += line;
      if (piece.length < PIECE_CHARACTERS) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  if (piece !== '') yield Buffer.from(piece);
}
