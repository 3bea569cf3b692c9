import type { Category } from '#contract/listings/catalogue.ts';
import { slugify } from '#domain/listings/slugs.ts';
import type { NewCategory } from '#server/listings/catalogue/commands.ts';

type Attribute = Category['attributes'][number];

/** What a category of a template says of itself; everything else is as in its parent, or the general rule. */
export type TemplateCategory = Pick<NewCategory, 'name' | 'slug'> &
  Partial<
    Pick<
      NewCategory,
      | 'icon'
      | 'kind'
      | 'deliveryTypes'
      | 'deliveryProof'
      | 'deliveryData'
      | 'deliveryDataHint'
      | 'holdDays'
      | 'warrantyDays'
      | 'riskClass'
      | 'rulesText'
      | 'attributes'
    >
  >;

/** A main category with the ones that hold its listings. */
export interface TemplateBranch extends TemplateCategory {
  leaves: readonly TemplateCategory[];
}

/** A field that sellers fill in; its key comes from the label. */
function field(label: string, type: Attribute['type'], more: Partial<Attribute> = {}): Attribute {
  const key = slugify(label).replaceAll('-', '_');
  return { key, label, type, required: false, filterable: false, ...more };
}

export const words = (label: string, help?: string) => field(label, 'text', help ? { help } : {});
export const figure = (label: string) => field(label, 'number', { filterable: true });
export const yesOrNo = (label: string) => field(label, 'boolean', { filterable: true });
export const oneOf = (label: string, ...options: string[]) =>
  field(label, 'list', { options, required: true, filterable: true });

export const required = (attribute: Attribute): Attribute => ({ ...attribute, required: true });
