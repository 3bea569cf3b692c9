/** Nine digits → eleven, with the check digits of the Receita Federal (modulo 11). */
export function completeCpf(nineDigits: string): string {
  const first = checkDigit(nineDigits);
  return `${nineDigits}${first}${checkDigit(`${nineDigits}${first}`)}`;
}

/** The demo's n-th CPF, valid in form and made up. Not of the series 0000: the simulated bank refuses that one. */
export function fictionalCpf(ordinal: number): string {
  return completeCpf(String(900_010_007 + ordinal * 1_373));
}

function checkDigit(digits: string): number {
  const weighted = [...digits].reduce(
    (sum, digit, index) => sum + Number(digit) * (digits.length + 1 - index),
    0,
  );
  const remainder = (weighted * 10) % 11;
  return remainder === 10 ? 0 : remainder;
}
