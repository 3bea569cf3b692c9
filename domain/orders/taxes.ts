/** The tax status of a seller (LC 214/2025): a person, an MEI or another company. */
export const taxTypes = ['individual', 'mei', 'company'] as const;
export type TaxType = (typeof taxTypes)[number];

/** The possible tax types of a document's holder; with a CPF there is only one. */
export function taxTypesOf(document: 'cpf' | 'cnpj'): readonly TaxType[] {
  return document === 'cpf' ? ['individual'] : ['mei', 'company'];
}

/** The parsed access key of an invoice. */
export interface InvoiceKey {
  key: string;
  /** The CNPJ of the issuer; null for an NFS-e, whose layout differs by municipality. */
  issuer: string | null;
}

/**
 * The key of an NF-e or NFC-e (44 places, with letters in the CNPJ since 2026) or of an NFS-e (50 digits),
 * typed with or without spaces and points.
 * @returns null for a wrong length or a wrong check digit
 */
export function readInvoiceKey(typed: string): InvoiceKey | null {
  const key = typed.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  if (/^\d{50}$/.test(key)) return { key, issuer: null };
  if (!/^\d{6}[\dA-Z]{14}\d{24}$/.test(key) || checkDigit(key.slice(0, 43)) !== Number(key[43])) return null;
  return { key, issuer: key.slice(6, 20) };
}

/** Modulo 11 with weights 2 to 9 from the right; a letter counts as its ASCII code less 48. */
function checkDigit(places: string): number {
  const sum = [...places]
    .toReversed()
    .reduce((total, place, index) => total + (place.charCodeAt(0) - 48) * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
