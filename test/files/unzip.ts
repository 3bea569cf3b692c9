import { inflateRawSync } from 'node:zlib';

/** Reads an archive by its directory, as any program would. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22;
  let place = bytes.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(place + 28);
    const name = bytes.toString('ascii', place + 46, place + 46 + nameLength);
    const local = bytes.readUInt32LE(place + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begin, begin + bytes.readUInt32LE(place + 20));
    files.set(name, bytes.readUInt16LE(place + 10) === 8 ? inflateRawSync(packed) : packed);
    place += 46 + nameLength;
  }
  return files;
}
