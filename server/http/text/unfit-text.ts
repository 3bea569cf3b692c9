import type { FieldErrors } from '#domain/errors.ts';

/**
 * Texts that nobody typed and nothing can keep: PostgreSQL has no NUL, and UTF-8 no half of a pair, which would be kept
 * as another letter or, in a document of JSON, be a failure. Told by the field's name, in values and names alike.
 */
export function unfitTexts(input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  // As a stack of our own: what is nested deeper than the machine's is bad input too.
  const rest: { path: string; value: unknown }[] = [{ path: '', value: input }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && !isFit(value)) errors[path || 'body'] = sentence;
    // A webhook's bytes are the provider's and are kept as such.
    if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) continue;
    for (const [name, inner] of Object.entries(value)) {
      const inside = path ? `${path}.${name}` : name;
      if (!isFit(name)) errors[inside] = sentence;
      rest.push({ path: inside, value: inner });
    }
  }
  return errors;
}

const sentence = 'Há um caractere aqui que não dá para guardar. Apague-o e escreva de novo.';

const isFit = (text: string) => text.isWellFormed() && !text.includes('\0');
