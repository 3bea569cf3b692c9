import { createPayment } from '#contract/payments/payments.ts';
import { outOfTime } from '#domain/payments/words.ts';
import { providerMethods } from '#domain/payments/payments.ts';
import type { ProviderMethod } from '#domain/payments/payments.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { methodWords } from './words.ts';
import { useMove } from '#web/orders/use-move.ts';

interface PayOtherwiseProps {
  hash: string;
  /** What is on the screen now. */
  method: string;
  /** A part was paid already and waits for the rest. */
  begun: boolean;
  /** The ways that still have time. */
  ways: readonly ProviderMethod[];
  /** A card is typed first: the choice alone changes nothing yet. */
  onChoose: (method: ProviderMethod | null) => void;
}

/** The other ways to pay this same order. */
export function PayOtherwise({ hash, method, begun, ways, onChoose }: PayOtherwiseProps) {
  const settings = useSettings();
  const { move, pending, refusal } = useMove(hash);
  const others = providerMethods.filter((each) => each !== method && settings?.methods.includes(each));
  if (others.length === 0) return null;

  async function choose(other: ProviderMethod): Promise<void> {
    if (other === 'card' && settings?.card.fieldsPath) return onChoose(other);
    if (await move(createPayment, { method: other })) onChoose(null);
  }

  function obstacle(other: ProviderMethod): string | undefined {
    if (pending) return 'A troca está em andamento.';
    if (begun && other === 'boleto') return 'O boleto compensa depois do prazo que o resto tem.';
    return ways.includes(other) ? undefined : outOfTime[other];
  }

  return (
    <section aria-labelledby="outra-forma" className="border-t border-border pt-4">
      <h2 id="outra-forma" className="text-sm text-ink-2">
        Prefere pagar de outro jeito?
      </h2>
      <ProblemBanner problem={refusal} />
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((other) => (
          <Button
            key={other}
            variant="secondary"
            disabledReason={obstacle(other)}
            onClick={() => void choose(other)}
          >
            {methodWords[other].pay}
          </Button>
        ))}
      </div>
    </section>
  );
}
