import { linksIn } from './contacts/links.ts';
import { namesIn } from './contacts/names.ts';
import type { Stretch } from './contacts/phones.ts';
import { phonesIn } from './contacts/phones.ts';
import { originalRange, readPlainly } from './contacts/reading.ts';

const mask = '•••';

/**
 * Whether the text holds what takes a deal outside the platform, where nobody is protected: phones, e-mails, @names,
 * links and the words that announce them (§4.12, §4.14), also in disguise (T108).
 * @param ownHosts host names of the marketplace, which are no contact
 */
export function hasContacts(text: string, ownHosts: readonly string[]): boolean {
  return contactsIn(text, ownHosts).length > 0;
}

/** The text with contact data replaced by «•••» and all else as it was written. Never longer than it was. */
export function maskContacts(text: string, ownHosts: readonly string[]): string {
  let masked = '';
  let at = 0;
  for (const [from, to] of contactsIn(text, ownHosts)) {
    masked += text.slice(at, from) + mask.slice(0, to - from);
    at = to;
  }
  return masked + text.slice(at);
}

/** Stretches of the text, in order; those that touch are one. */
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
