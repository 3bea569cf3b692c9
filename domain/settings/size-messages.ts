import type { Bounds, SizeUnit } from './sizes.ts';

/** The error message for an amount outside of its bounds; null when it is within. */
export function sizeFault(unit: SizeUnit, amount: number, { min, max }: Bounds): string | null {
  if (amount < min) return tooLittleTexts[unit](min);
  return amount > max ? tooMuchTexts[unit](max) : null;
}

const number = (value: number) => value.toLocaleString('pt-BR');
const reais = (cents: number) =>
  `R$\u00a0${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`;
const counted = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`;
const letters = (count: number) => counted(count, 'letra');

/** Error messages for an amount below or above its bound. */
export const tooLittleTexts: Record<SizeUnit, (min: number) => string> = {
  letters: (min) => `Escreva pelo menos ${letters(min)}.`,
  files: (min) => `Envie pelo menos ${counted(min, 'arquivo')}.`,
  photos: (min) => `Envie pelo menos ${counted(min, 'foto')}.`,
  codes: (min) => `Envie pelo menos ${counted(min, 'código')}.`,
  cents: (min) => `Defina um preço a partir de ${reais(min)}.`,
  megabytes: (min) => `O arquivo tem de ter ao menos ${number(min)} MB.`,
  units: (min) => `Informe ${number(min)} ou mais.`,
};
export const tooMuchTexts: Record<SizeUnit, (max: number) => string> = {
  letters: (max) => `Use até ${letters(max)}.`,
  files: (max) => `Envie até ${counted(max, 'arquivo')}.`,
  photos: (max) => `Envie até ${counted(max, 'foto')}.`,
  codes: (max) => `Envie até ${counted(max, 'código')} por vez.`,
  cents: (max) => `O preço máximo é ${reais(max)}.`,
  megabytes: (max) => `O limite é ${number(max)} MB.`,
  units: (max) => `Informe até ${number(max)}.`,
};
