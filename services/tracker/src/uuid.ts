/**
 * A random UUID (version 4): every browser ends the address of a blob with one.
 *
 * `crypto.randomUUID` exists on https pages only; shops on plain http and local test sites must count too.
 *
 * @see https://w3c.github.io/FileAPI/#unicodeBlobURL
 */
export function uuid(): string {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}
