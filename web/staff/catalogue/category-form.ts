import type { StaffCategory } from '#contract/listings/categories.ts';
import { slugify } from '#domain/listings/slugs.ts';
import type { Attribute } from './attribute-editor.tsx';

/** The fields an editor may change in a category. */
export type CategoryDraft = Pick<
  StaffCategory,
  | 'name'
  | 'active'
  | 'risky'
  | 'randomContent'
  | 'warrantyDays'
  | 'holdDays'
  | 'kind'
  | 'deliveryTypes'
  | 'icon'
  | 'deliveryProof'
  | 'deliveryData'
  | 'deliveryDataHint'
  | 'rulesText'
  | 'attributes'
>;

export function draftOf(category: StaffCategory): CategoryDraft {
  const { name, active, risky, randomContent, warrantyDays, holdDays, deliveryProof, rulesText, attributes } =
    category;
  const { kind, deliveryTypes, icon, deliveryData, deliveryDataHint } = category;
  const asked = { kind, deliveryTypes, icon, deliveryProof, deliveryData, deliveryDataHint };
  return { name, active, risky, randomContent, warrantyDays, holdDays, ...asked, rulesText, attributes };
}

/** Only the changed fields, so that two editors of different fields do not overwrite each other. */
export function changesOf(category: StaffCategory, draft: CategoryDraft): Partial<CategoryDraft> {
  const before = draftOf(category);
  const names = Object.keys(before) as (keyof CategoryDraft)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(draft[name]))
      .map((name) => [name, draft[name]]),
  );
}

/**
 * A new field's key is derived from its label once; an existing key never changes, since listings store values under
 * it.
 */
export function withKeys(attributes: readonly Attribute[]): Attribute[] {
  return attributes.map((attribute) => {
    const { options, mask, ...rest } = attribute;
    return {
      ...rest,
      key: attribute.key || keyOf(attribute.label),
      ...(attribute.type === 'list' && { options: options ?? [] }),
      ...(attribute.type === 'mask' && { mask: mask ?? '' }),
    };
  });
}

function keyOf(label: string): string {
  const key = slugify(label).replaceAll('-', '_').slice(0, 40);
  return /^[a-z]/.test(key) ? key : `campo_${key}`.slice(0, 40);
}

/** Removed fields for which listings on sale have values: «12 anúncios ficarão sem “Servidor”». */
export function removedFieldWarnings(
  category: StaffCategory,
  draft: CategoryDraft,
  filled: Readonly<Record<string, number>>,
): { label: string; listings: number }[] {
  const remaining = new Set(draft.attributes.map(({ key }) => key));
  return category.attributes
    .filter(({ key }) => !remaining.has(key) && (filled[key] ?? 0) > 0)
    .map(({ key, label }) => ({ label, listings: filled[key]! }));
}
