import { Link } from 'react-router';
import type { Account } from '#contract/accounts/account.ts';
import { levelLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { levelRows, levelStep } from './level-rows.ts';

/** The verification level with its limits, and those of the next level. */
export function LevelSection({ account }: { account: Account }) {
  const { level, next, state } = account;
  const step = levelStep(account);
  return (
    <Section
      id="limite"
      className="scroll-mt-20"
      title={`Seu limite: ${levelLabels[level].label.toLowerCase()}`}
      text={
        state === 'restricted'
          ? 'A equipe limitou sua conta por enquanto. O motivo está nos seus avisos.'
          : next
            ? `${levelLabels[next.level].needs} leva ao ${levelLabels[next.level].label.toLowerCase()}.`
            : 'Você está no nível mais alto.'
      }
    >
      <div className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 md:p-5">
        {/* At 200 % text size the table scrolls sideways, not the page. */}
        <section
          aria-label="O que o seu nível permite"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="-m-1 overflow-x-auto p-1"
        >
          <table className="w-full text-left text-sm">
            <caption className="sr-only">O que o seu nível permite</caption>
            <thead>
              <tr className="text-xs text-ink-3">
                <td aria-hidden="true" />
                <th scope="col" className="pb-2 text-right font-semibold">
                  Agora
                </th>
                {next && (
                  <th scope="col" className="pb-2 pl-4 text-right font-semibold">
                    {levelLabels[next.level].label}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {levelRows(account).map(({ name, now, later }) => (
                <tr key={name} className="border-t border-border">
                  <th scope="row" className="py-2.5 pr-3 font-normal text-ink-2">
                    {name}
                  </th>
                  <td className="py-2.5 text-right tabular-nums">{now}</td>
                  {later !== null && (
                    <td
                      className={cn('py-2.5 pl-4 text-right tabular-nums', later !== now && 'font-semibold')}
                    >
                      {later}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {step && (
          <Button asChild variant="secondary" className="self-start">
            <Link to={step.to}>{step.label}</Link>
          </Button>
        )}
      </div>
    </Section>
  );
}
