import type { Category } from '#contract/listings/catalogue.ts';
import { applyMask } from '#domain/listings/attributes.ts';

type Attributes = Category['attributes'];

/** The attributes with their labels, in the category's order, as a buyer reads them. */
export function attributeLines(
  asked: Attributes,
  given: Record<string, unknown>,
): { label: string; value: string }[] {
  return asked.flatMap(({ key, label, type, mask }) => {
    const value = String(given[key] ?? '').trim();
    if (value === '') return [];
    if (type === 'mask') return [{ label, value: applyMask(value, mask ?? '') }];
    return [{ label, value: type === 'boolean' ? yesOrNo(value) : value }];
  });
}

function yesOrNo(value: string): string {
  return ['true', '1', 'sim'].includes(value.toLowerCase()) ? 'Sim' : 'Não';
}
