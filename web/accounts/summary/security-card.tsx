import { CircleCheck, CircleDashed } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import { Card } from '#web/ui/cards/card.tsx';
import type { SecurityStep } from './security-steps.ts';

/** «Segurança 2 de 3»: the confirmed steps, and links to the missing ones. */
export function SecurityCard({ steps }: { steps: readonly SecurityStep[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-ui font-semibold">
        Segurança <span className="tabular-nums">{`${done} de ${steps.length}`}</span>
      </h2>
      <ul className="flex flex-col gap-1 text-sm">
        {steps.map(({ name, value, next, done: finished }) => {
          const Icon = finished ? CircleCheck : CircleDashed;
          return (
            <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-2">
              <Icon
                aria-hidden="true"
                className={finished ? 'size-4 shrink-0 text-success' : 'size-4 shrink-0 text-ink-3'}
              />
              <span className="min-w-24 flex-1">{name}</span>
              {next ? (
                <Link
                  to={next.to}
                  className="inline-flex min-h-11 items-center text-right font-semibold text-brand hover:underline"
                >
                  {next.label}
                </Link>
              ) : (
                <span className="text-ink-2 tabular-nums">{value}</span>
              )}
            </li>
          );
        })}
      </ul>
      <Link
        to="/conta/seguranca"
        className="-my-2 inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        Senha, chaves e aparelhos
      </Link>
    </Card>
  );
}
