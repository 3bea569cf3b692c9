/** The address of the list with one row open beside it; search, filters and place stay. */
export function rowLink(id: number): string {
  const params = new URLSearchParams(location.search);
  params.set('id', String(id));
  return `?${params}`;
}
