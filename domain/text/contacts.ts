import { linksIn } from './contacts/links.ts';
import { namesIn } from './contacts/names.ts';
import type { Stretch } from './contacts/phones.ts';
import { phonesIn } from './contacts/phones.ts';
import { originalRange, readPlainly } from './contacts/reading.ts';

const mask = '•••';

/**
 * Whether the text contains contact data that would move a deal outside the platform: phones, e-mails, @names, links
 * and phrases that announce them (§4.12, §4.14), also in disguise (T108).
 * @param ownHosts host names of the marketplace, which are no contact
 */
export function hasContacts(text: string, ownHosts: readonly string[]): boolean {
  return contactsIn(text, ownHosts).length > 0;
}

/** Each contact in the text, as it is written there. */
export function findContacts(text: string, ownHosts: readonly string[]): string[] {
  return contactsIn(text, ownHosts).map(([from, to]) => text.slice(from, to).trim());
}

/** The text with contact data replaced by «•••» and the rest unchanged. Never longer than the original. */
export function maskContacts(text: string, ownHosts: readonly string[]): string {
  let masked = '';
  let at = 0;
  for (const [from, to] of contactsIn(text, ownHosts)) {
    masked += text.slice(at, from) + mask.slice(0, to - from);
    at = to;
  }
  return masked + text.slice(at);
}

/** The ranges of contact data in the text, in order; adjacent ranges are merged. */
function contactsIn(text: string, ownHosts: readonly string[]): Stretch[] {
  const reading = readPlainly(text);
  const original = (stretch: Stretch) => text.slice(...originalRange(reading, ...stretch));
  const found = [
    ...phonesIn(reading.text),
    ...linksIn(reading.text, { original, ownHosts }),
    ...namesIn(reading.text),
  ].map((stretch): Stretch => originalRange(reading, ...stretch));
  const merged: Stretch[] = [];
  for (const [from, to] of found.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}
