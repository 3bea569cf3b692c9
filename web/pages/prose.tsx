import { cn } from '#web/ui/styles/class-names.ts';

/** The operator's text. The server rendered this HTML from Markdown and escaped raw HTML, so it is safe to insert. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={cn(
        'flex max-w-measure flex-col gap-3 text-body text-ink-2',
        '[&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_strong]:font-semibold [&_strong]:text-ink',
        '[&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 [&_li]:mt-1.5',
        '[&_table]:block [&_table]:w-full [&_table]:overflow-x-auto [&_td]:border-t [&_td]:border-border [&_td]:py-2.5 [&_td]:pr-4 [&_td]:align-top max-sm:[&_td]:pr-2 max-sm:[&_td]:text-sm [&_th]:py-2 [&_th]:pr-4 [&_th]:text-left [&_th]:text-sm [&_th]:text-ink-3',
        className,
      )}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
