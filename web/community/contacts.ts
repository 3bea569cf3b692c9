import { useEffect, useState } from 'react';
import { importWhenOnline } from '#web/ui/page/import-when-online.ts';

type Filter = typeof import('#domain/text/contacts.ts');

let loaded: Filter | null = null;

/** The marketplace's own host; links to it are not masked. */
export function ownHosts(): string[] {
  return [location.hostname];
}

/**
 * The text with contact data masked as «•••», or null when it has none; until the filter has loaded there is no warning,
 * and the server masks in any case.
 */
export function useMaskedContacts(text: string): string | null {
  const filter = useFilter(text);
  if (filter === null || text === '') return null;
  const masked = filter.maskContacts(text, ownHosts());
  return masked === text ? null : masked;
}

/** Each contact in the text, by the rule of the review (L03). */
export function useContacts(text: string): readonly string[] {
  const filter = useFilter(text);
  return filter === null || text === '' ? [] : filter.findContacts(text, ownHosts());
}

/** The filter is larger than the forms that use it, so it loads at the first letter. */
function useFilter(text: string): Filter | null {
  const [filter, setFilter] = useState(loaded);
  const needed = text !== '' && filter === null;
  useEffect(() => {
    if (needed) void load().then(setFilter, () => undefined);
  }, [needed]);
  return filter;
}

async function load(): Promise<Filter> {
  loaded ??= await importWhenOnline(() => import('#domain/text/contacts.ts'), { background: true });
  return loaded;
}
