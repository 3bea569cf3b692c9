/** «(11) 98765-4321» from its eleven digits; anything else stays as it is. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3');
}

/** What is wrong with the digits of a Brazilian mobile number, in words; null when nothing is. */
export function phoneFault(digits: string): string | null {
  if (digits === '') return 'Informe seu celular.';
  if (digits.length < 11) return 'Faltam números. Digite o DDD e os 9 números do celular.';
  return /^[1-9][1-9]9\d{8}$/.test(digits) ? null : 'Confira o celular com DDD.';
}

/** The eleven digits of a number however it was pasted: with punctuation, +55 or a leading zero. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
}
