/** Nine digits → eleven, with the check digits of the Receita Federal (modulo 11). */
export function completeCpf(nineDigits: string): string {
  const first = checkDigit(nineDigits);
  return `${nineDigits}${first}${checkDigit(`${nineDigits}${first}`)}`;
}

/** The demo's n-th CPF: the series 000.00x is valid in form and plainly made up. */
export function fictionalCpf(ordinal: number): string {
  return completeCpf(String(10_007 + ordinal * 1_373).padStart(9, '0'));
}

function checkDigit(digits: string): number {
  const weighted = [...digits].reduce(
    (sum, digit, index) => sum + Number(digit) * (digits.length + 1 - index),
    0,
  );
  const remainder = (weighted * 10) % 11;
  return remainder === 10 ? 0 : remainder;
}
