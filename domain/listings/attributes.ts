import type { FieldErrors } from '#domain/errors.ts';

/** The types of attributes a category may ask for. In a mask, # is a digit, @ a letter and * either. */
export const attributeTypes = ['text', 'number', 'list', 'boolean', 'mask'] as const;

export interface CategoryAttribute {
  key: string;
  label: string;
  type: (typeof attributeTypes)[number];
  options?: string[] | undefined;
  mask?: string | undefined;
  required: boolean;
}

/** Error messages for missing or invalid attributes of a listing, by field. */
export function attributeFaults(
  asked: readonly CategoryAttribute[],
  given: Readonly<Record<string, string>>,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const attribute of asked) {
    const fault = faultOf(attribute, given[attribute.key]?.trim() ?? '');
    if (fault) errors[`attributes.${attribute.key}`] = fault;
  }
  return errors;
}

/**
 * The attributes a listing keeps when it moves to another category: those that the new category asks for and accepts.
 * `dropped` are the labels of the others in the old category.
 */
export function carryOverAttributes(
  before: readonly CategoryAttribute[],
  after: readonly CategoryAttribute[],
  given: Readonly<Record<string, string>>,
): { kept: Record<string, string>; dropped: string[] } {
  const taken = after.filter(
    (attribute) =>
      (given[attribute.key]?.trim() ?? '') !== '' && !faultOf(attribute, given[attribute.key]!.trim()),
  );
  const kept = Object.fromEntries(taken.map(({ key }) => [key, given[key]!]));
  const lost = Object.keys(given).filter((key) => given[key]!.trim() !== '' && !(key in kept));
  return { kept, dropped: lost.map((key) => before.find((one) => one.key === key)?.label ?? key) };
}

function faultOf({ label, type, options, mask, required }: CategoryAttribute, value: string): string | null {
  if (value === '') return required ? `Preencha «${label}».` : null;
  if (type === 'list' && !options?.includes(value)) return `Escolha uma das opções de «${label}».`;
  if (type === 'number' && !/^-?\d{1,12}(?:[.,]\d{1,6})?$/.test(value))
    return `Informe um número em «${label}».`;
  if (type === 'boolean' && !['true', 'false'].includes(value)) return `Escolha sim ou não em «${label}».`;
  if (type === 'mask' && !fitsMask(value, mask ?? '')) return `«${label}» tem ${describeMask(mask ?? '')}.`;
  return null;
}

const tokens: Readonly<Record<string, RegExp>> = {
  '#': /^\d$/,
  '@': /^[A-Z]$/i,
  '*': /^[A-Z\d]$/i,
};

/** Whether a text fits a mask, with or without the punctuation of the mask (design §4.2). */
export function fitsMask(value: string, mask: string): boolean {
  const places = [...mask].filter((place) => place in tokens);
  const fixed = new Set([...mask].filter((place) => !(place in tokens)));
  const characters = [...value].filter((character) => !fixed.has(character));
  return (
    characters.length === places.length &&
    characters.every((character, index) => tokens[places[index]!]!.test(character))
  );
}

/** The text with the punctuation of the mask; unchanged when it does not fit. */
export function applyMask(value: string, mask: string): string {
  if (!fitsMask(value, mask)) return value;
  const fixed = new Set([...mask].filter((place) => !(place in tokens)));
  const characters = [...value].filter((character) => !fixed.has(character));
  return [...mask]
    .map((place) => (place in tokens ? characters.shift()! : place))
    .join('')
    .toUpperCase();
}

/** Whether a text is a valid mask: at least one placeholder, at most 40 characters. */
export function isMask(mask: string): boolean {
  return mask.length <= 40 && [...mask].some((place) => place in tokens);
}

/** Describes a mask: «11 números», «3 letras e 4 números» (design §4.2). */
export function describeMask(mask: string): string {
  const count = (token: string) => [...mask].filter((place) => place === token).length;
  const parts = [
    [count('@'), 'letra', 'letras'],
    [count('#'), 'número', 'números'],
    [count('*'), 'letra ou número', 'letras ou números'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, one, many]) => `${amount} ${amount === 1 ? one : many}`)
    .join(' e ');
}
