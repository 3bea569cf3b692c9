import type { FieldErrors } from '#domain/errors.ts';

/** A package: its weight in grams and its sides in centimetres, as a carrier measures them (S02). */
export interface Parcel {
  weightGrams: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
}

/** Some of an item, each with the weight and size of one piece in its own packing. */
export interface PackedItem {
  parcel: Parcel;
  quantity: number;
}

/** The smallest and largest allowed value of a side, in centimetres. */
export interface SideLimits {
  min: number;
  max: number;
}

/** What a carrier accepts. A smaller parcel is accepted too, and counts as the minimum. */
export interface ParcelLimits {
  maxGrams: number;
  length: SideLimits;
  width: SideLimits;
  height: SideLimits;
  /** Of length, width and height together. */
  maxSumCm: number;
}

/** Typical packed things, offered when a seller does not know weight and size. */
export const parcelPresets = [
  { name: 'Livro', parcel: parcelOf(500, 24, 17, 4) },
  { name: 'Jogo ou filme em disco', parcel: parcelOf(200, 20, 15, 3) },
  { name: 'Camiseta', parcel: parcelOf(300, 30, 22, 4) },
  { name: 'Celular', parcel: parcelOf(600, 20, 14, 8) },
  { name: 'Tênis', parcel: parcelOf(1_300, 35, 24, 14) },
  { name: 'Bolsa', parcel: parcelOf(1_200, 40, 32, 14) },
  { name: 'Brinquedo', parcel: parcelOf(1_000, 32, 26, 16) },
  { name: 'Panela', parcel: parcelOf(2_500, 38, 32, 22) },
  { name: 'Capacete', parcel: parcelOf(2_000, 38, 30, 30) },
  { name: 'Videogame', parcel: parcelOf(4_500, 48, 40, 18) },
  { name: 'Notebook', parcel: parcelOf(3_500, 48, 36, 12) },
] as const satisfies readonly { name: string; parcel: Parcel }[];

export type ParcelField = keyof Parcel;

/**
 * One package of a list of items (S02): weights add up; every piece lies on its largest face, and the pieces are
 * stacked, so length and width are the largest of all and the heights add up. Sides are sorted afterwards.
 * @throws when the list is empty
 */
export function packItems(items: readonly PackedItem[]): Parcel {
  if (items.length === 0) throw new Error('a package needs an item');
  let weightGrams = 0;
  let [lengthCm, widthCm, heightCm] = [0, 0, 0];
  for (const { parcel, quantity } of items) {
    const [long, middle, short] = sidesOf(parcel);
    weightGrams += parcel.weightGrams * quantity;
    lengthCm = Math.max(lengthCm, long);
    widthCm = Math.max(widthCm, middle);
    heightCm += short * quantity;
  }
  return sortSides({ weightGrams, lengthCm, widthCm, heightCm });
}

/** The same parcel, turned so that length is its longest side and height its shortest. */
export function sortSides(parcel: Parcel): Parcel {
  const [lengthCm, widthCm, heightCm] = sidesOf(parcel);
  return { weightGrams: parcel.weightGrams, lengthCm, widthCm, heightCm };
}

/** The parcel as a carrier charges it: sides below the minimum count as the minimum. */
export function chargedSize(parcel: Parcel, { length, width, height }: ParcelLimits): Parcel {
  const { weightGrams, lengthCm, widthCm, heightCm } = sortSides(parcel);
  return {
    weightGrams,
    lengthCm: Math.max(lengthCm, length.min),
    widthCm: Math.max(widthCm, width.min),
    heightCm: Math.max(heightCm, height.min),
  };
}

/**
 * The error messages of a typed parcel, by field; empty when the limits allow it. A side is compared as it was typed:
 * the longest is the length, whatever its name.
 */
export function parcelFaults(parcel: Parcel, limits: ParcelLimits): FieldErrors {
  const errors = numberFaults(parcel);
  if (Object.keys(errors).length > 0) return errors;
  if (parcel.weightGrams > limits.maxGrams)
    errors.weightGrams = `O peso com a embalagem vai até ${kilos(limits.maxGrams)}. Divida em dois anúncios ou ofereça retirada em mãos.`;
  const maxima = [limits.length.max, limits.width.max, limits.height.max];
  for (const [index, field] of fieldsByLength(parcel).entries()) {
    const max = maxima[index]!;
    if (parcel[field] > max)
      errors[field] = `Este lado vai até ${max} cm. Use uma embalagem menor ou ofereça retirada em mãos.`;
  }
  const sum = parcel.lengthCm + parcel.widthCm + parcel.heightCm;
  if (sum > limits.maxSumCm && !errors.lengthCm)
    errors.lengthCm = `Comprimento, largura e altura somam ${sum} cm, e o limite é ${limits.maxSumCm} cm. Use uma embalagem menor ou ofereça retirada em mãos.`;
  return errors;
}

/** The limits of a parcel that at least one of the services takes. */
export function widestLimits(all: readonly ParcelLimits[]): ParcelLimits {
  const side = (name: 'length' | 'width' | 'height'): SideLimits => ({
    min: Math.min(...all.map((limits) => limits[name].min)),
    max: Math.max(...all.map((limits) => limits[name].max)),
  });
  return {
    maxGrams: Math.max(...all.map(({ maxGrams }) => maxGrams)),
    length: side('length'),
    width: side('width'),
    height: side('height'),
    maxSumCm: Math.max(...all.map(({ maxSumCm }) => maxSumCm)),
  };
}

const sideFields = ['lengthCm', 'widthCm', 'heightCm'] as const;

function numberFaults(parcel: Parcel): FieldErrors {
  const errors: FieldErrors = {};
  if (!isAmount(parcel.weightGrams))
    errors.weightGrams = 'Informe o peso com a embalagem, em gramas, sem vírgula. Ex.: 500';
  for (const field of sideFields)
    if (!isAmount(parcel[field])) errors[field] = 'Informe a medida em centímetros, sem vírgula. Ex.: 20';
  return errors;
}

const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 1;

function fieldsByLength(parcel: Parcel) {
  return sideFields.toSorted((one, other) => parcel[other] - parcel[one]);
}

function sidesOf({ lengthCm, widthCm, heightCm }: Parcel): [long: number, middle: number, short: number] {
  const [short, middle, long] = [lengthCm, widthCm, heightCm].toSorted((one, other) => one - other);
  return [long!, middle!, short!];
}

function parcelOf(weightGrams: number, lengthCm: number, widthCm: number, heightCm: number): Parcel {
  return { weightGrams, lengthCm, widthCm, heightCm };
}

const kilos = (grams: number) => `${String(grams / 1_000).replace('.', ',')} kg`;
