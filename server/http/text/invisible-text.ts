import { visibleText } from '#domain/text/invisible.ts';

/** Fields that are taken unchanged: secrets (OWASP ASVS 6.2.8), and names that must not become others (T106). */
const literal = ['password', 'currentPassword', 'username'];

/**
 * Removes invisible characters from all texts of an input. They were pasted unnoticed or are a trick, and the sender
 * cannot see them to remove them, so no error is raised. Lists and objects are modified in place, with an explicit
 * stack because the nesting may be deeper than the call stack.
 */
export function removeInvisible(input: unknown): unknown {
  const whole = { input };
  const rest: Record<string, unknown>[] = [whole];
  for (let next = rest.pop(); next; next = rest.pop())
    for (const [name, value] of Object.entries(next)) {
      if (typeof value === 'string') next[name] = literal.includes(name) ? value : visibleText(value);
      // A webhook's bytes are signed and must not change.
      else if (value !== null && typeof value === 'object' && !Buffer.isBuffer(value))
        rest.push(value as Record<string, unknown>);
    }
  return whole.input;
}
