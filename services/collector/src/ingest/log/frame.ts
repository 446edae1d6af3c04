import { crc32 } from 'node:zlib';

/** Starts every frame. UTF-8 text never contains these bytes, so a payload is never mistaken for a frame. */
const MAGIC = Buffer.from([0xff, 0xfe, 0xf5, 0x01]);
/** Magic, payload length, checksum of length and payload; 32 bits each, little endian. */
const HEADER_BYTES = 12;
/** Max payload that is accepted: a damaged length must not make a reader wait for gigabytes. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/** A complete record with a valid checksum. */
export interface Frame {
  readonly payload: Buffer;
  /** Its end in the scanned bytes. */
  readonly end: number;
}

/** The frames in some bytes of a log. */
export interface Scan {
  readonly frames: readonly Frame[];
  /** End of the last complete frame, 0 without any. The bytes after it are incomplete or not written yet. */
  readonly end: number;
  /** Bytes before `end` that are in no complete frame: damage on the disk. */
  readonly damagedBytes: number;
}

/** Encodes a record: texts in UTF-8, one after the other. @param bytes their length in UTF-8 */
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
 * Finds the complete frames in bytes that start at a frame. Damage affects only the frames that contain it: the scan continues at
 * the next complete frame.
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

/** Returns the size of the first frame by its header; undefined without a valid header. */
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
