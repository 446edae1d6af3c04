import { crc32 } from 'node:zlib';

/** Begins every frame. No UTF-8 text holds these bytes, so a payload cannot be taken for a frame. */
const MAGIC = Buffer.from([0xff, 0xfe, 0xf5, 0x01]);
/** Magic, payload length, checksum of length and payload; 32 bits each, little endian. */
const HEADER_BYTES = 12;
/** Longest payload that is believed: a damaged length must not make a reader wait for gigabytes. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/** A whole, checked record. */
export interface Frame {
  readonly payload: Buffer;
  /** Where it ends in the scanned bytes. */
  readonly end: number;
}

/** What some bytes of a log hold. */
export interface Scan {
  readonly frames: readonly Frame[];
  /** End of the last whole frame, 0 when there is none; what follows was cut short or is not written yet. */
  readonly end: number;
  /** Bytes before `end` that belong to no whole frame: damage on the disk. */
  readonly damagedBytes: number;
}

/** One record as it is written: some texts in UTF-8, one after the other. @param bytes their length in UTF-8 */
export function encodeFrame(texts: readonly string[], bytes: number): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  MAGIC.copy(frame, 0);
  frame.writeUInt32LE(bytes, 4);
  let end = HEADER_BYTES;
  for (const text of texts) end += frame.write(text, end, 'utf8');
  frame.writeUInt32LE(checksum(frame.subarray(4, 8), frame.subarray(HEADER_BYTES)), 8);
  return frame;
}

/**
 * Finds the whole frames in some bytes that begin at a frame. Damage costs only the frames that it touches: the scan
 * goes on at the next whole one.
 */
export function scanFrames(bytes: Buffer): Scan {
  const frames: Frame[] = [];
  let end = 0;
  let damagedBytes = 0;
  for (let at = 0; at >= 0;) {
    const frame = frameAt(bytes, at);
    if (frame) {
      frames.push(frame);
      damagedBytes += at - end;
      at = end = frame.end;
    } else {
      at = bytes.indexOf(MAGIC, at + 1);
    }
  }
  return { frames, end, damagedBytes };
}

/** Bytes that the frame at the beginning takes as its header tells; undefined when there is no believable header. */
export function announcedBytes(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES || bytes.compare(MAGIC, 0, 4, 0, 4) !== 0) return undefined;
  const length = bytes.readUInt32LE(4);
  return length <= MAX_PAYLOAD_BYTES ? HEADER_BYTES + length : undefined;
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const rest = bytes.subarray(at);
  const size = announcedBytes(rest);
  if (size === undefined || size > rest.length) return undefined;
  const payload = rest.subarray(HEADER_BYTES, size);
  if (rest.readUInt32LE(8) !== checksum(rest.subarray(4, 8), payload)) return undefined;
  return { payload, end: at + size };
}

function checksum(length: Buffer, payload: Buffer): number {
  return crc32(payload, crc32(length));
}
