const maxLength = 80;

/** `Tênis Nike Air — nº 42` → `tenis-nike-air-no-42`; a text without Latin letters or digits becomes `anuncio`. */
export function slugify(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-|-$/g, '');
  return slug || 'anuncio';
}

/** The slug of a listing. Only the id at its end is resolved; the title before it may change. */
export function listingSlug(title: string, id: number): string {
  return `${slugify(title)}-${id.toString(36)}`;
}

/** The listing id of a slug, or null when it has none. */
export function listingIdOf(slug: string): number | null {
  const match = /(?:^|-)([1-9a-z][0-9a-z]{0,9})$/.exec(slug);
  return match ? Number.parseInt(match[1]!, 36) : null;
}
