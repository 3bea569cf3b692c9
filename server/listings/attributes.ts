import type { Category } from '#contract/catalogue.ts';
import type { FieldErrors } from '#domain/errors.ts';

type Attributes = Category['attributes'];

/** What the category asks and the listing does not answer, field by field. */
export function missingAttributes(asked: Attributes, given: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, label, type, options, required } of asked) {
    const value = given[key]?.trim() ?? '';
    if (value === '') {
      if (required) errors[`attributes.${key}`] = `Preencha «${label}».`;
    } else if (type === 'list' && !options?.includes(value)) {
      errors[`attributes.${key}`] = `Escolha uma das opções de «${label}».`;
    } else if (type === 'number' && !/^-?\d{1,12}(?:[.,]\d{1,6})?$/.test(value)) {
      errors[`attributes.${key}`] = `Informe um número em «${label}».`;
    }
  }
  return errors;
}

/** The answers with their labels, in the category's order, as a buyer reads them. */
export function attributeLines(
  asked: Attributes,
  given: Record<string, unknown>,
): { label: string; value: string }[] {
  return asked.flatMap(({ key, label, type }) => {
    const value = String(given[key] ?? '').trim();
    if (value === '') return [];
    return [{ label, value: type === 'boolean' ? yesOrNo(value) : value }];
  });
}

function yesOrNo(value: string): string {
  return ['true', '1', 'sim'].includes(value.toLowerCase()) ? 'Sim' : 'Não';
}
