/** The first bytes of a film of the family of ISO 14496-12, by its brand of four letters. */
export function startOfFilm(brand: string): Buffer {
  return Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\x02\0isom${brand}`, 'latin1');
}

/** A file with the header of a video but without playable content. */
export function filmOf(kind: 'mp4' | 'mov' | 'webm'): Buffer {
  const starts = { mp4: startOfFilm('isom'), mov: startOfFilm('qt  '), webm: startOfWebm };
  return Buffer.concat([starts[kind], Buffer.alloc(4_000, kind)]);
}

const startOfWebm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  Buffer.alloc(40),
]);
