const windows1252 = 'windows-1252';

/**
 * Decodes a text file of unknown encoding. A byte order mark decides first, then zero bytes (UTF-16), then whether the
 * bytes are valid UTF-8, and only then the declaration in the file (`CHARSET:1252`, `encoding="…"`), because banks
 * declare one encoding and write another. The fallback is Windows-1252, which contains the printable Latin-1.
 * @returns the text without the mark; an undecodable byte becomes U+FFFD
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : declaredEncoding(bytes));
  return new TextDecoder(encoding).decode(bytes);
}

function utf16Of(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  return zeros(0) > start.length / 4 ? 'utf-16be' : null;
}

/** Whether the bytes are UTF-8; a few invalid ones, as in a truncated file, are tolerated. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  return broken === 0 || broken < (text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0) / 4;
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = new TextDecoder(windows1252).decode(bytes.subarray(0, 500));
  const name =
    /^\s*<\?xml[^>]*\bencoding="([\w.:-]{1,40})"/i.exec(head)?.[1] ??
    /^CHARSET:\s*(\S{1,40})/im.exec(head)?.[1];
  const known = name === undefined ? undefined : singleByte.exec(name.toLowerCase())?.[0];
  return known ?? windows1252;
}

/** The supported single-byte encodings besides Windows-1252 that banking software may declare. */
const singleByte = /^(?:iso-8859-15|ibm866|macintosh)$/;
