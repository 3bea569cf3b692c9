import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';

/** Who opened the codes, when, with which device, and each code's hash: the same for buyer and seller (N05). */
export function RevealRecord({ reveals }: { reveals: Deal['reveals'] }) {
  return (
    <section aria-labelledby="abertura" className="rounded-lg border border-border p-4 text-sm">
      <h3 id="abertura" className="text-ui font-semibold">
        Registro da abertura
      </h3>
      <p className="mt-1 text-ink-2">Quem comprou e quem vendeu veem este registro.</p>
      <ul className="mt-3 flex flex-col gap-3">
        {reveals.map(({ at, by, device, contentHash }) => (
          <li key={contentHash + at}>
            <p className="text-ink">
              <DotSeparated
                of={[
                  <>
                    Aberto por @{by} em <time dateTime={at}>{formatDateTime(at)}</time>
                  </>,
                  device,
                ]}
              />
            </p>
          </li>
        ))}
      </ul>
      <details className="mt-3 text-ink-2">
        <summary className="hit-44 w-fit cursor-pointer rounded-xs underline-offset-2 hover:underline">
          Detalhes técnicos
        </summary>
        <p className="mt-2">
          Resumo SHA-256 de cada código: comprova qual código foi aberto, sem revelar o código.
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {[...new Set(reveals.map(({ contentHash }) => contentHash))].map((contentHash) => (
            <li key={contentHash}>
              <code className="block font-mono text-xs break-all text-ink-3">{contentHash}</code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
