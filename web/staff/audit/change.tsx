type Facts = Record<string, unknown> | null;

/** What was and what is, field by field; only what differs. */
export function Change({ before, after }: { before: Facts; after: Facts }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => words(before?.[field]) !== words(after?.[field]),
  );
  if (fields.length === 0) return <>—</>;
  return (
    <ul className="flex flex-col text-xs">
      {fields.map((field) => (
        <li key={field} className="break-words">
          <span className="text-ink-3">{field}: </span>
          {before && (
            <>
              <del className="text-ink-3">{words(before[field])}</del>
              <span aria-hidden="true"> → </span>
            </>
          )}
          <ins className="no-underline">{words(after?.[field])}</ins>
        </li>
      ))}
    </ul>
  );
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
