import type { SeedAttribute } from '#demo/types.ts';

/** A choice among fixed options; filterable, since that is what a list is for. */
export function list(key: string, label: string, options: readonly string[], required = true): SeedAttribute {
  return { key, label, type: 'list', options, required, filterable: true };
}

/** Free text; never a filter. */
export function text(key: string, label: string, required = false): SeedAttribute {
  return { key, label, type: 'text', required, filterable: false };
}

/** A measured number; the unit stands in the label. */
export function number(key: string, label: string, required = false): SeedAttribute {
  return { key, label, type: 'number', required, filterable: true };
}

/** A yes or no. */
export function boolean(key: string, label: string): SeedAttribute {
  return { key, label, type: 'boolean', required: false, filterable: true };
}

export const condition = list('condicao', 'Condição', ['Novo', 'Seminovo', 'Usado', 'Com defeito']);
export const invoice = boolean('nota_fiscal', 'Com nota fiscal');
export const color = text('cor', 'Cor');
export const brand = text('marca', 'Marca', true);
export const voltage = list('voltagem', 'Voltagem', ['110 V', '220 V', 'Bivolt', 'Não se aplica'], false);
