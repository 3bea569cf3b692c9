/** A text that one side wrote, with who wrote it or why. */
export function Quote({ caption, text }: { caption: string; text: string }) {
  return (
    <figure className="rounded-lg bg-surface-2 p-4">
      <figcaption className="text-sm text-ink-3">{caption}</figcaption>
      <p className="mt-1 text-body wrap-anywhere whitespace-pre-line text-ink">{text}</p>
    </figure>
  );
}
