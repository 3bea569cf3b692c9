/** Whether the first bytes are those of a JPEG, PNG, WebP or AVIF: no other file reaches a decoder (T81). */
export function isPhoto(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
    bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') ||
    brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis')
  );
}

/** Whether it is a HEIC photo, as iPhones save: its decoder is not free, so the refusal names the format. */
export function isHeic(bytes: Buffer): boolean {
  return !isPhoto(bytes) && brandsOf(bytes).some((brand) => /^(?:hei[cxms]|hev[cxms])$/.test(brand));
}

export const heicRefusal =
  'Fotos HEIC não são aceitas. No iPhone, escolha Ajustes › Câmera › Formatos › Mais compatível, ou envie a foto como JPG.';

/**
 * The brands of an ISO file (ISO/IEC 14496-12 §4.3), the major one first: many programs write AVIF with the general
 * brand `mif1` as the major one and `avif` among the compatible ones.
 */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, longestBox);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** Brands beyond this length are ignored. */
const longestBox = 256;
