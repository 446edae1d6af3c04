/** A visitor's stored id as eight bytes: what others keep of it and need not understand. @param id unsigned decimal */
export function keyBytes(id: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(id));
  return bytes;
}
