import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** ASCII, with `/` between folders. */
  name: string;
  content: Buffer;
  /** Text is deflated; photos are already compressed. */
  deflate: boolean;
}

const maxEntries = 0xffff;
const maxBytes = 0xffffffff;
const versionNeeded = 20;
/** 1 January 1980, the format's first day, because the time of the archive is irrelevant. */
const noDate = 0x21;

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3, without ZIP64) entry by entry, so that memory holds one file at a time.
 * @throws when there are more than 65,535 entries or 4 GiB
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content, deflate } of entries) {
    const packed = deflate ? deflateRawSync(content) : content;
    const facts = factsOf(content, packed, deflate);
    const path = Buffer.from(name, 'ascii');
    const local = Buffer.concat([header(0x04034b50, [versionNeeded]), facts, u16(path.length, 0), path]);
    directory.push(
      Buffer.concat([
        header(0x02014b50, [versionNeeded, versionNeeded]),
        facts,
        // name · extra · comment · disk · internal attributes, then external attributes and where the file begins
        u16(path.length, 0, 0, 0, 0),
        u32(0, offset),
        path,
      ]),
    );
    offset += local.length + packed.length;
    if (directory.length > maxEntries || offset > maxBytes) throw new Error('too much for one archive');
    yield local;
    yield packed;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  yield* directory;
  const count = directory.length;
  yield Buffer.concat([header(0x06054b50, [0, 0, count, count]), u32(size, offset), u16(0)]);
}

/** Flags, method, time and date, checksum and sizes: the part that both headers share. */
function factsOf(content: Buffer, packed: Buffer, deflate: boolean): Buffer {
  return Buffer.concat([
    u16(0, deflate ? 8 : 0, 0, noDate),
    u32(crc32(content), packed.length, content.length),
  ]);
}

function header(signature: number, fields: number[]): Buffer {
  return Buffer.concat([u32(signature), u16(...fields)]);
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [position, value] of values.entries()) bytes.writeUInt16LE(value, position * 2);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [position, value] of values.entries()) bytes.writeUInt32LE(value, position * 4);
  return bytes;
}
