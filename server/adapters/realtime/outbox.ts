import type { Duplex } from 'node:stream';

/** One connection, as the outbox writes to it. */
export interface OutboxConnection {
  socket: Duplex;
  /** False once a close frame was sent. */
  isOpen(): boolean;
  /** Terminates a connection whose reader is too far behind. */
  drop(): void;
  /** The last message queued in this tick. */
  packet: Packet | null;
}

/** A queued message and its predecessor; connections with the same messages in the same order share it. */
interface Packet {
  previous: Packet | null;
  frame: Buffer;
  next: Map<string, Packet> | null;
  /** All messages up to this one, joined. */
  bytes: Buffer | null;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Collects the messages of one event loop iteration and writes them to each connection at once. The system call of each
 * write is nearly the whole cost of fan-out, so messages that come together cost as much as one; and each is encoded
 * once for all its connections.
 * @param maxBehindBytes a reader this far behind is dropped, never waited for
 */
export function createOutbox(maxBehindBytes: number) {
  const waiting = new Set<OutboxConnection>();
  let firstPackets = new Map<string, Packet>();

  function enqueue(outlet: OutboxConnection, text: string): void {
    const known = outlet.packet ? (outlet.packet.next ??= new Map()) : firstPackets;
    let packet = known.get(text);
    if (!packet) {
      packet = { previous: outlet.packet, frame: textFrame(text), next: null, bytes: null };
      known.set(text, packet);
    }
    outlet.packet = packet;
    if (waiting.size === 0) setImmediate(flushAll);
    waiting.add(outlet);
  }

  function flushAll(): void {
    for (const outlet of waiting) write(outlet);
    waiting.clear();
    firstPackets = new Map();
  }

  function write(outlet: OutboxConnection): void {
    const { socket, packet } = outlet;
    outlet.packet = null;
    if (!packet || !outlet.isOpen()) return;
    if (socket.writableLength > maxBehindBytes) outlet.drop();
    else socket.write((packet.bytes ??= join(packet)));
  }

  return {
    put: enqueue,
    /** Writes the queued messages of this connection now: before a close frame. */
    flush(outlet: OutboxConnection): void {
      write(outlet);
      waiting.delete(outlet);
    },
    /** Removes a closed connection. */
    forget(outlet: OutboxConnection): void {
      outlet.packet = null;
      waiting.delete(outlet);
    },
  };
}

function join(last: Packet): Buffer {
  if (!last.previous) return last.frame;
  const frames: Buffer[] = [];
  for (let packet: Packet | null = last; packet; packet = packet.previous) frames.push(packet.frame);
  return Buffer.concat(frames.toReversed());
}

const wholeText = 0x81;
const longestSmall = 125;
const longestMedium = 0xffff;

/** One unmasked text frame of WebSocket, as a server sends it (RFC 6455 §5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length <= longestSmall ? 2 : length <= longestMedium ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = wholeText;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
