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
      <p className="mt-1 text-ink-2">
        Os dois lados veem este registro. A marca é o resumo SHA-256 do código: confere com ele e não o
        revela.
      </p>
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
            <code className="block font-mono text-xs break-all text-ink-3">{contentHash}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
