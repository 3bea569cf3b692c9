/** Formats eleven digits as «(11) 98765-4321»; anything else is returned unchanged. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3');
}

/** The error text for the digits of a Brazilian mobile number, or null. */
export function phoneError(digits: string): string | null {
  if (digits === '') return 'Informe seu celular.';
  if (digits.length < 11) return 'Faltam números. Digite o DDD e os 9 números do celular.';
  return /^[1-9][1-9]9\d{8}$/.test(digits) ? null : 'Confira o celular com DDD.';
}

/** The eleven digits of a pasted number, with or without punctuation, +55 or a leading zero. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
}
