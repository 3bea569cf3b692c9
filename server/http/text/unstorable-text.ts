import type { FieldErrors } from '#domain/errors.ts';

/**
 * Reports the fields with characters that cannot be stored: PostgreSQL has no NUL, and UTF-8 has no lone surrogate,
 * which would be stored as another character or fail inside JSON. Both values and names are checked.
 */
export function findUnstorableTexts(input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  // An explicit stack, because the nesting may be deeper than the call stack.
  const rest: { path: string; value: unknown }[] = [{ path: '', value: input }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && !isFit(value)) errors[path || 'body'] = sentence;
    // A webhook's bytes are signed and must not change.
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
