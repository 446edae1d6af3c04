/** The body of an answer that is a file: sent in pieces as they are made, however large it is in the end. */
export class Download {
  constructor(
    readonly contentType: string,
    /** What a browser saves it as: letters, digits, dots and hyphens. */
    readonly fileName: string,
    readonly pieces: AsyncIterable<Uint8Array>,
  ) {}
}
