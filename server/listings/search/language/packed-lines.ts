const newline = 10;
const firstLetter = 97;
const maxShared = 25;

/**
 * Sorted lines of Latin-1, each as a letter for how many characters it shares with the line before (a: none) and the
 * rest: brotli makes a quarter of that what it makes of the whole lines.
 */
export function packLines(lines: readonly string[]): Buffer {
  const packed: string[] = [];
  let before = '';
  for (const line of lines) {
    let shared = 0;
    while (shared < maxShared && shared < before.length && before[shared] === line[shared]) shared++;
    packed.push(String.fromCodePoint(firstLetter + shared) + line.slice(shared));
    before = line;
  }
  return Buffer.from(`${packed.join('\n')}\n`, 'latin1');
}

/** The lines again, each ended by a newline. */
export function unpackLines(packed: Buffer): Buffer {
  let lines = Buffer.allocUnsafe(packed.length * 4);
  let length = 0;
  let start = 0;
  let previous = 0;
  while (start < packed.length) {
    const end = packed.indexOf(newline, start);
    const shared = packed[start]! - firstLetter;
    if (length + maxShared + (end - start) > lines.length) lines = Buffer.concat([lines, lines]);
    lines.copy(lines, length, previous, previous + shared);
    packed.copy(lines, length + shared, start + 1, end + 1);
    previous = length;
    length += shared + end - start;
    start = end + 1;
  }
  return Buffer.from(lines.subarray(0, length));
}
