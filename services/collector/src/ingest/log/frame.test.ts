import fc from 'fast-check';
import { encodeFrame, scanFrames } from './frame';

const payloads = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), {
  minLength: 1,
  maxLength: 12,
});
const frame = (text: string): Buffer => encodeFrame([text], Buffer.byteLength(text));
const written = (list: readonly string[]): Buffer => Buffer.concat(list.map(frame));
const read = (bytes: Buffer): string[] => scanFrames(bytes).frames.map(({ payload }) => payload.toString());

describe('frames', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(payloads, (list) => {
        const bytes = written(list);
        expect(read(bytes)).toEqual(list);
        expect(scanFrames(bytes)).toMatchObject({ end: bytes.length, damagedBytes: 0 });
      }),
    );
  });

  it('hold the texts that came together', () => {
    fc.assert(
      fc.property(payloads, (list) => {
        const text = list.join('');
        expect(read(encodeFrame(list, Buffer.byteLength(text)))).toEqual([text]);
      }),
    );
  });

  it('that were cut anywhere cost only those beyond the cut', () => {
    fc.assert(
      fc.property(payloads, fc.nat(), (list, at) => {
        const bytes = written(list);
        const cut = at % bytes.length;
        const whole = list.filter((_, i) => written(list.slice(0, i + 1)).length <= cut);
        const scan = scanFrames(bytes.subarray(0, cut));
        expect(scan.frames).toHaveLength(whole.length);
        expect(scan.end).toBe(written(whole).length);
      }),
    );
  });

  it('followed by garbage or zeros are read, and the garbage is not', () => {
    fc.assert(
      fc.property(payloads, fc.uint8Array({ maxLength: 100 }), fc.nat(5_000), (list, garbage, zeros) => {
        const bytes = Buffer.concat([written(list), Buffer.from(garbage), Buffer.alloc(zeros)]);
        expect(read(bytes)).toEqual(list);
        expect(scanFrames(bytes).end).toBe(written(list).length);
      }),
    );
  });

  it('lose only the frame of a damaged byte', () => {
    fc.assert(
      fc.property(payloads, fc.nat(), fc.integer({ min: 1, max: 255 }), (list, at, flip) => {
        const bytes = written(list);
        const index = at % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(index) ^ flip, index);
        const hit = list.findIndex((_, i) => written(list.slice(0, i + 1)).length > index);
        expect(read(bytes)).toEqual(list.filter((_, i) => i !== hit));
      }),
    );
  });
});
