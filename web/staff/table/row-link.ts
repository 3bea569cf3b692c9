/** Address of the list with a row open in the sheet; search, filters and page are preserved. */
export function rowLink(id: number): string {
  const params = new URLSearchParams(location.search);
  params.set('id', String(id));
  return `?${params}`;
}
