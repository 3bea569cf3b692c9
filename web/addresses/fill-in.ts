/** The fields that a postal code fills in. */
export interface FilledFields {
  street: string;
  district: string;
  city: string;
  state: string;
}

/** Those fields alone, of a reply that has more. */
export function filledFieldsOf({ street, district, city, state }: FilledFields): FilledFields {
  return { street, district, city, state };
}

export const noFields: FilledFields = { street: '', district: '', city: '', state: '' };

const names = { street: 'a rua', district: 'o bairro', city: 'a cidade', state: 'o estado' } as const;
const order = ['street', 'district', 'city', 'state'] as const;

/**
 * Fills in what a lookup found. What a person typed stays: only fields that are empty, or still hold what was filled in
 * before, change.
 * @param partial only the state is known, so the others stay as they are
 */
export function fillIn(
  current: FilledFields,
  filled: FilledFields,
  found: FilledFields,
  partial: boolean,
): FilledFields {
  const next = { ...current };
  for (const name of order) {
    const isFree = current[name] === '' || current[name] === filled[name];
    if (isFree && !(partial && found[name] === '')) next[name] = found[name];
  }
  return next;
}

/** What to say after a lookup: which fields were filled in, and what is left to do. */
export function filledText(found: FilledFields, next: FilledFields, partial: boolean): string {
  const filled = order.filter((name) => found[name] !== '' && next[name] === found[name]);
  const list = new Intl.ListFormat('pt-BR').format(filled.map((name) => names[name]));
  const done = filled.length === 0 ? 'Ficou o que você escreveu.' : `Preenchemos ${list}.`;
  if (partial) return `A busca de CEP não respondeu. ${done} Escreva o resto.`;
  if (found.street === '') return `${done} Este CEP é da cidade inteira: escreva a rua e o bairro.`;
  return `${done} Confira e complete o resto.`;
}
