/** Cookies of the portable format of roaring bitmaps: without and with containers of runs. */
const WITHOUT_RUNS = 12_346;
const WITH_RUNS = 12_347;
/** Fewer containers have no list of offsets if some may be runs. */
const MIN_WITH_OFFSETS = 4;
/** More values than these are stored as a bit for each possible one. */
const MAX_LISTED = 4_096;
const BITS_BYTES = 8_192;

/** The values with the same upper 16 bits. */
interface Container {
  readonly kind: 'list' | 'bits' | 'runs';
  /** Number of values; of a container of runs, the number of runs. */
  readonly length: number;
  /** Of its first byte. */
  readonly offset: number;
}

/**
 * A set of visitor numbers as ClickHouse stores it: the state of `groupBitmap` with UInt32. It is read in place: libraries for
 * roaring bitmaps copy a set into a memory of their own, which takes longer than the few numbers that are looked up.
 */
export class VisitorSet {
  readonly size: number;
  private readonly values: ReadonlySet<number> | undefined;
  private readonly containers = new Map<number, Container>();

  /** @param state the bytes of the state. @throws Error for another format. */
  constructor(private readonly state: Buffer) {
    if (state.readUInt8(0) === 0) {
      const listed = Array.from({ length: state.readUInt8(1) }, (_, index) =>
        state.readUInt32LE(2 + 4 * index),
      );
      this.values = new Set(listed);
      this.size = listed.length;
    } else this.size = this.readContainers(afterLength(state));
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.state.length;
  }

  has(value: number): boolean {
    if (this.values) return this.values.has(value);
    const container = this.containers.get(value >>> 16);
    if (!container) return false;
    const low = value & 0xffff;
    const { kind, offset, length } = container;
    if (kind === 'bits') return ((this.state[offset + (low >>> 3)] ?? 0) & (1 << (low & 7))) !== 0;
    const width = kind === 'list' ? 2 : 4;
    const at = this.lastUpTo(low, { offset, length, width });
    if (at === undefined) return false;
    const start = this.state.readUInt16LE(at);
    return kind === 'list' ? start === low : low <= start + this.state.readUInt16LE(at + 2);
  }

  /** The position of the last entry whose value is at most `low`. Entries are ordered. */
  private lastUpTo(
    low: number,
    entries: { offset: number; length: number; width: number },
  ): number | undefined {
    const { offset, length, width } = entries;
    let [from, to] = [0, length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.state.readUInt16LE(offset + middle * width) <= low) from = middle + 1;
      else to = middle;
    }
    return from === 0 ? undefined : offset + (from - 1) * width;
  }

  /** @returns the number of values of all containers. */
  private readContainers(start: number): number {
    const { state } = this;
    const cookie = state.readUInt32LE(start);
    const hasRuns = (cookie & 0xffff) === WITH_RUNS;
    if (!hasRuns && cookie !== WITHOUT_RUNS) throw new Error(`Unknown format of a bitmap: ${cookie}`);
    const count = hasRuns ? (cookie >>> 16) + 1 : state.readUInt32LE(start + 4);
    const flags = start + 4;
    const headers = hasRuns ? flags + Math.ceil(count / 8) : start + 8;
    let offset = headers + 4 * count + (!hasRuns || count >= MIN_WITH_OFFSETS ? 4 * count : 0);
    let size = 0;
    for (let index = 0; index < count; index++) {
      const key = state.readUInt16LE(headers + 4 * index);
      const values = state.readUInt16LE(headers + 4 * index + 2) + 1;
      const isRuns = hasRuns && (state.readUInt8(flags + (index >>> 3)) & (1 << (index & 7))) !== 0;
      const container = isRuns ? this.runsAt(offset) : listOrBitsAt(offset, values);
      this.containers.set(key, container);
      offset = endOf(container);
      size += values;
    }
    return size;
  }

  private runsAt(offset: number): Container {
    return { kind: 'runs', length: this.state.readUInt16LE(offset), offset: offset + 2 };
  }
}

const listOrBitsAt = (offset: number, length: number): Container => ({
  kind: length > MAX_LISTED ? 'bits' : 'list',
  length,
  offset,
});

function endOf({ kind, offset, length }: Container): number {
  if (kind === 'bits') return offset + BITS_BYTES;
  return offset + length * (kind === 'list' ? 2 : 4);
}

/** The position after the length of a large set, which has 7 bits in each byte. */
function afterLength(state: Buffer): number {
  let at = 1;
  while (state.readUInt8(at) >= 0x80) at++;
  return at + 1;
}
