/** How the one who sells stands before the tax office (LC 214/2025): a person, an MEI, another company. */
export const taxTypes = ['individual', 'mei', 'company'] as const;
export type TaxType = (typeof taxTypes)[number];

/** What the holder of a document may be; with a CPF there is nothing to choose. */
export function taxTypesOf(document: 'cpf' | 'cnpj'): readonly TaxType[] {
  return document === 'cpf' ? ['individual'] : ['mei', 'company'];
}

/** The access key of an invoice, taken apart as far as it says something. */
export interface InvoiceKey {
  key: string;
  /** Of whoever issued it; null in an NFS-e, whose places differ from town to town. */
  issuer: string | null;
}

/**
 * The key of an NF-e or NFC-e (44 places, with letters in the CNPJ since 2026) or of an NFS-e (50 digits),
 * typed with or without spaces and points.
 * @returns null where it is none: wrong length, or a check digit that does not fit
 */
export function readInvoiceKey(typed: string): InvoiceKey | null {
  const key = typed.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  if (/^\d{50}$/.test(key)) return { key, issuer: null };
  if (!/^\d{6}[\dA-Z]{14}\d{24}$/.test(key) || checkDigit(key.slice(0, 43)) !== Number(key[43])) return null;
  return { key, issuer: key.slice(6, 20) };
}

/** Modulo 11 with weights 2 to 9 from the right; a letter counts as its place in ASCII less 48. */
function checkDigit(places: string): number {
  const sum = [...places]
    .toReversed()
    .reduce((total, place, index) => total + (place.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
