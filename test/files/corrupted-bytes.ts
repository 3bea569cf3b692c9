/** A copy of the bytes with some overwritten. */
export function withBytesAt(bytes: Buffer, at: number, hex: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(Buffer.from(hex, 'hex'), at);
  return copy;
}

/** A copy with one byte inverted. */
export function withFlippedByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
}

/** The first half. */
export function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}

/** A copy with bytes appended. */
export function withAppended(bytes: Buffer, more: string | Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from(more as string)]);
}
