import { visibleText } from '#domain/text/invisible.ts';

/** Taken as they were typed, to the letter: secrets (OWASP ASVS 6.2.8), and names that must not become others (T106). */
const literal = ['password', 'currentPassword', 'username'];

/**
 * What was sent, every text in it as people read it: the one gate of texts. What nobody sees was pasted along or is a
 * trick, and cannot be mended by whoever typed the rest: it goes without a word. Lists and objects are changed in place,
 * with a stack of our own for what is nested deeper than the machine's.
 */
export function seenTexts(input: unknown): unknown {
  const whole = { input };
  const rest: Record<string, unknown>[] = [whole];
  for (let next = rest.pop(); next; next = rest.pop())
    for (const [name, value] of Object.entries(next)) {
      if (typeof value === 'string') next[name] = literal.includes(name) ? value : visibleText(value);
      // A webhook's bytes are the provider's and are kept as such.
      else if (value !== null && typeof value === 'object' && !Buffer.isBuffer(value))
        rest.push(value as Record<string, unknown>);
    }
  return whole.input;
}
