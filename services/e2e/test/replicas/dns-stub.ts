import { createSocket } from 'node:dgram';

/** A name server for headless Services: a name resolves to the addresses of all ready replicas. */
interface DnsStub {
  /** `host:port` */
  readonly address: string;
  /** Sets the IPv4 addresses of a name. */
  set(name: string, addresses: readonly string[]): void;
  /** Each later change is visible only after this time, as with a cluster DNS that has cached the name just before the change. */
  delayChanges(ms: number): void;
  /** Each later answer takes this time. */
  delayAnswers(ms: number): void;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const [TYPE_A, CLASS_IN, TTL_SECONDS] = [1, 1, 1] as const;
/** Flags of an authoritative response without error. */
const ANSWER_FLAGS = 0x8400;
/** Pointer to the queried name, which starts after the header. */
const NAME_POINTER = 0xc000 | HEADER_BYTES;

/** Answers queries for A records over UDP (RFC 1035); other types get an empty response. */
export async function startDnsStub(): Promise<DnsStub> {
  /** The changes of each name, oldest first. */
  const changes = new Map<string, { readonly from: number; readonly addresses: readonly string[] }[]>();
  let delayMs = 0;
  let answerMs = 0;
  const find = (name: string): readonly string[] =>
    changes.get(name)?.findLast(({ from }) => from <= Date.now())?.addresses ?? [];
  let isOpen = true;
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = parseQuery(query);
    const addresses = type === TYPE_A ? find(name) : [];
    const answer = answerTo(query.subarray(0, end), addresses);
    setTimeout(() => {
      if (isOpen) socket.send(answer, port, address);
    }, answerMs);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, addresses) => {
      changes.set(name, [...(changes.get(name) ?? []), { from: Date.now() + delayMs, addresses }]);
    },
    delayChanges: (ms) => {
      delayMs = ms;
    },
    delayAnswers: (ms) => {
      answerMs = ms;
    },
    close: () => {
      isOpen = false;
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

function parseQuery(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(ANSWER_FLAGS, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(NAME_POINTER, 0);
  bytes.writeUInt16BE(TYPE_A, 2);
  bytes.writeUInt16BE(CLASS_IN, 4);
  bytes.writeUInt32BE(TTL_SECONDS, 6);
  bytes.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(bytes, 12);
  return bytes;
}
