import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { endSecuring, tickSecuringStep } from '#contract/orders/securing.ts';
import type { Order } from '#contract/orders/orders.ts';
import { isSecured, securingSteps } from '#domain/orders/securing.ts';
import type { SecuringStep } from '#domain/orders/securing.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { securingTexts } from './securing-texts.ts';

type Securing = NonNullable<NonNullable<Order['deal']>['securing']>;

interface SecuringCardProps {
  order: Order;
  securing: Securing;
}

/** N13: leads the buyer of an account through making it theirs; the seller reads why the time to confirm stands still. */
export function SecuringCard({ order, securing }: SecuringCardProps) {
  const { outcome, endedAt, until } = securing;
  const isRunning = outcome === null && order.state === 'delivered';
  if (order.viewerIs === 'seller' && isRunning && until > order.now)
    return (
      <Card className="flex flex-col gap-2">
        <h2 className="text-h2">Quem comprou está protegendo a conta</h2>
        <p className="text-body text-ink-2">
          O prazo para confirmar só corre quando os passos terminarem, e no mais tardar a partir de{' '}
          {formatDateTime(until)}. Não mude mais nada na conta.
        </p>
      </Card>
    );
  if (order.viewerIs !== 'buyer') return null;
  if (outcome === 'done')
    return (
      <Card className="flex flex-col gap-2">
        <h2 className="text-h2">Conta protegida</h2>
        <p className="text-body text-ink-2">
          Você terminou os passos em {formatDateTime(endedAt!)}. Se alguém entrar nela, abra uma reclamação.
        </p>
      </Card>
    );
  return isRunning ? <Checklist order={order} securing={securing} /> : null;
}

function Checklist({ order, securing }: SecuringCardProps) {
  const ticks = useTicks(order.hash, securing.steps);
  const { send, pending, refusal } = useOrderAction(order.hash);
  const left = securingSteps.length - ticks.steps.length;

  async function end(outcome: 'done' | 'declined'): Promise<void> {
    if (!(await send(endSecuring, { outcome }))) return;
    const [title, text] = endings[outcome];
    aviso.sucesso(title, text);
  }

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h2 className="text-h2">Proteja a conta antes de confirmar</h2>
        <p className="text-body text-ink-2">{pauseText(securing, order.now)}</p>
      </div>
      <ProblemBanner problem={ticks.problem ?? refusal} />
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Passos para proteger a conta</legend>
        {securingSteps.map((step) => (
          <Checkbox
            key={step}
            checked={ticks.steps.includes(step)}
            onCheckedChange={(done) => void ticks.tick(step, done)}
            hint={securingTexts[step].how}
          >
            {securingTexts[step].label}
          </Checkbox>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button
          loading={pending}
          onClick={() => void end('done')}
          {...(!isSecured(ticks.steps) && {
            disabledReason: left === 1 ? 'Falta 1 passo.' : `Faltam ${left} passos.`,
          })}
        >
          A conta é minha agora
        </Button>
        <Button variant="quiet" loading={pending} onClick={() => void end('declined')}>
          Dispensar os passos
        </Button>
      </div>
    </Card>
  );
}

const endings = {
  done: ['Conta protegida', 'Agora confira tudo e confirme o recebimento.'],
  declined: ['Passos dispensados', 'O prazo para confirmar corre a partir de agora.'],
} as const;

function pauseText({ until }: Securing, now: string): string {
  return until > now
    ? `O prazo para confirmar está parado até você terminar, no máximo até ${formatDateTime(until)}. Faça os passos nesta ordem; o que a conta não tem, marque também.`
    : 'O prazo para confirmar já corre, mas os passos ainda valem a pena. Faça nesta ordem; o que a conta não tem, marque também.';
}

/** The ticked steps; a tick shows at once and is taken back when it could not be stored. */
function useTicks(hash: string, stored: readonly SecuringStep[]) {
  const { revalidate } = useRevalidator();
  const { problem, run } = useAction();
  const [steps, setSteps] = useState(stored);

  async function tick(step: SecuringStep, done: boolean): Promise<void> {
    setSteps((before) => (done ? [...new Set([...before, step])] : before.filter((each) => each !== step)));
    let isStored = false;
    await run(async () => {
      await api(tickSecuringStep, { params: { hash, step }, body: { done } });
      isStored = true;
    });
    if (isStored) return;
    setSteps((before) => (done ? before.filter((each) => each !== step) : [...before, step]));
    await revalidate();
  }

  return { steps, problem, tick };
}
