import type { Parcel } from '#domain/shipping/packages.ts';

type MaybeParcel = { [side in keyof Parcel]: number | null };

/** «500 g · 24 × 17 × 4 cm»; empty while something is missing. */
export function parcelText({ weightGrams, lengthCm, widthCm, heightCm }: MaybeParcel): string {
  if (weightGrams === null || lengthCm === null || widthCm === null || heightCm === null) return '';
  return `${weightText(weightGrams)} · ${lengthCm} × ${widthCm} × ${heightCm} cm`;
}

/** «500 g», «1,3 kg». */
export function weightText(grams: number): string {
  return grams < 1_000 ? `${grams} g` : `${kilograms.format(grams / 1_000)} kg`;
}

const kilograms = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });
