const pageSize = 2_000;
const mostRows = 20_000;

/**
 * Reads rows page by page, newest first, so that other calls are answered in between.
 * @param read a page of at most `limit` rows with smaller ids than `below`
 * @returns how many were read, and false for `complete` where older ones were left out
 */
export async function readPages<Row extends { id: number }>(
  read: (below: number, limit: number) => Promise<readonly Row[]>,
  each: (row: Row) => void,
): Promise<{ orders: number; complete: boolean }> {
  let below = Number.MAX_SAFE_INTEGER;
  for (let orders = 0; orders < mostRows; orders += pageSize) {
    const rows = await read(below, pageSize);
    for (const row of rows) each(row);
    if (rows.length < pageSize) return { orders: orders + rows.length, complete: true };
    below = rows.at(-1)!.id;
  }
  return { orders: mostRows, complete: false };
}
