import type { RatingRole } from '#domain/community/ratings.ts';

/** Query parameters: the rating after which a page starts, and the role in which a person was rated. */
const beforeParam = 'avaliacoes';
const roleParam = 'papel';
const asBuyer = 'comprador';

/** Reads the query parameters; invalid values are ignored. */
export function readRatingQuery({ searchParams }: URL): { before?: string; role: RatingRole } {
  const before = searchParams.get(beforeParam) ?? '';
  const role = searchParams.get(roleParam) === asBuyer ? 'buyer' : 'seller';
  return { role, ...(/^[1-9]\d{0,14}$/.test(before) && { before }) };
}

/** The query string of a page that shows these ratings. */
export function ratingSearch(role: RatingRole, before: number | null): string {
  const params = new URLSearchParams({
    ...(role === 'buyer' && { [roleParam]: asBuyer }),
    ...(before !== null && { [beforeParam]: String(before) }),
  });
  return params.size > 0 ? `?${params}` : '';
}
