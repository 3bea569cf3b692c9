/** These bytes with others written over them. */
export function withBytesAt(bytes: Buffer, at: number, hex: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(Buffer.from(hex, 'hex'), at);
  return copy;
}

/** With one byte turned over. */
export function withFlippedByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
}

/** The first half. */
export function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}

/** With more behind its end. */
export function withAppended(bytes: Buffer, more: string | Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from(more as string)]);
}
