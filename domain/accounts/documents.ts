/** Masks documents and phones: they are never shown whole, except a company's CNPJ on its own listings. */

/** `***.982.247-**` or `**.345.678/****-**`. */
export function maskedDocument(document: string): string {
  if (document.length === 11) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`;
  return `**.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`;
}

/** `12.ABC.345/01DE-35`. */
export function formattedCnpj(cnpj: string): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}

/** «Ana Souza» becomes «A•• S••••»; staff lists show civil names only in this form (T110). */
export function maskedFullName(name: string): string {
  return name.replaceAll(
    /(\p{L})(\p{L}*)/gu,
    (_, first: string, rest: string) => first + '•'.repeat(rest.length),
  );
}

/** `+5511987654321` → `(11) *****-4321`. */
export function maskedPhone(phone: string): string {
  return `(${phone.slice(3, 5)}) *****-${phone.slice(-4)}`;
}
