import { masks } from '#web/ui/forms/masked-input.tsx';

/** The mask of a CPF, or of a CNPJ from the first letter or the twelfth character on (design §4.2). */
export function documentMask(raw: string): string {
  return /^\d{0,11}$/.test(raw) ? masks.cpf : masks.cnpj;
}

/** The error text of a typed CPF or CNPJ without punctuation, or null. */
export function documentError(raw: string): string | null {
  if (raw === '') return 'Informe o CPF ou CNPJ.';
  if (/^\d{1,10}$/.test(raw)) return 'Faltam números. O CPF tem 11.';
  if (raw.length !== 11 && raw.length < 14) return 'Faltam letras ou números. O CNPJ tem 14.';
  return isDocument(raw) ? null : 'Este CPF ou CNPJ não existe. Confira os números.';
}

function isDocument(raw: string): boolean {
  const repeated = /^(.)\1*$/.test(raw);
  const written = /^\d{11}$/.test(raw) || /^[\dA-Z]{12}\d{2}$/.test(raw);
  if (repeated || !written) return false;
  const weightLimit = raw.length === 11 ? 11 : 9;
  const first = checkDigit(raw.slice(0, -2), weightLimit);
  const second = checkDigit(raw.slice(0, -1), weightLimit);
  return raw.endsWith(`${first}${second}`);
}

/** Modulo 11 over ASCII − 48, weights from 2 on from the right (Receita Federal, IN 2.229/2024 for the letters). */
function checkDigit(characters: string, weightLimit: number): number {
  const sum = [...characters]
    .toReversed()
    .reduce((total, character, index) => total + value(character) * (2 + (index % (weightLimit - 1))), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function value(character: string): number {
  return character.charCodeAt(0) - 48;
}
