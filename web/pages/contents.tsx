/** «Nesta página»: the table of contents, beside the text on wide screens, collapsed above it on phones. */
export function Contents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const links = (
    <ol className="mt-1 flex flex-col">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center text-ui font-normal text-ink-2 underline-offset-4 hover:text-ink hover:underline lg:min-h-9"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav aria-label="Nesta página" className="sticky top-24 hidden self-start lg:block">
        <p className="text-sm font-semibold text-ink-3">Nesta página</p>
        {links}
      </nav>
      <details className="rounded-lg border border-border bg-surface px-4 lg:hidden">
        <summary className="flex min-h-12 items-center text-ui font-semibold">Nesta página</summary>
        <nav aria-label="Nesta página">{links}</nav>
      </details>
    </>
  );
}
