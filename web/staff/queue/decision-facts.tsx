/** Facts repeated before money moves; the last one is the amount. */
export function DecisionFacts({ facts }: { facts: readonly [label: string, value: string][] }) {
  return (
    <dl className="flex flex-col rounded-lg bg-surface-2 px-4 py-2 text-sm tabular-nums">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="flex justify-between gap-4 py-1.5 last:border-t last:border-border last:pt-3 last:text-ui last:font-semibold"
        >
          <dt className="text-ink-2">{label}</dt>
          <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
