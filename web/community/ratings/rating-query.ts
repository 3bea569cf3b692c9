import type { RatingRole } from '#domain/community/ratings.ts';

/** Words of the address: after which rating a page begins, and in which of the two roles a person was rated. */
const beforeParam = 'avaliacoes';
const roleParam = 'papel';
const asBuyer = 'comprador';

/** What the address says; nonsense in it counts as nothing. */
export function readRatingQuery({ searchParams }: URL): { before?: string; role: RatingRole } {
  const before = searchParams.get(beforeParam) ?? '';
  const role = searchParams.get(roleParam) === asBuyer ? 'buyer' : 'seller';
  return { role, ...(/^[1-9]\d{0,14}$/.test(before) && { before }) };
}

/** The part of a page's address that shows these ratings. */
export function ratingSearch(role: RatingRole, before: number | null): string {
  const params = new URLSearchParams({
    ...(role === 'buyer' && { [roleParam]: asBuyer }),
    ...(before !== null && { [beforeParam]: String(before) }),
  });
  return params.size > 0 ? `?${params}` : '';
}
