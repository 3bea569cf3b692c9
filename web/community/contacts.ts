import { useEffect, useState } from 'react';
import { importWhenOnline } from '#web/boot/import-page.ts';

type Filter = typeof import('#domain/text/contacts.ts');

let loaded: Filter | null = null;

/** The host under which the marketplace is read: links to it leave as they are. */
export function ownHosts(): string[] {
  return [location.hostname];
}

/**
 * The text with contact data as «•••», or null where there is none. What finds it weighs more than the forms that ask,
 * so it comes with the first letter; until then nothing is warned of, and the server masks all the same.
 */
export function useMaskedContacts(text: string): string | null {
  const [filter, setFilter] = useState(loaded);
  const wanted = text !== '' && filter === null;
  useEffect(() => {
    if (wanted) void load().then(setFilter, () => undefined);
  }, [wanted]);
  if (filter === null || text === '') return null;
  const masked = filter.maskContacts(text, ownHosts());
  return masked === text ? null : masked;
}

async function load(): Promise<Filter> {
  loaded ??= await importWhenOnline(() => import('#domain/text/contacts.ts'), { background: true });
  return loaded;
}
