import type { ReactNode } from 'react';
import type { SetupItem } from '#contract/staff/setup.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { stateTexts, stepTexts } from './step-texts.ts';

interface StepCardProps {
  item: SetupItem;
  number: number;
  /** Its form or choices, below the text. */
  children?: ReactNode;
  actions: ReactNode;
}

/** One step: what it is, why it matters, what is there now, and how to do it. */
export function StepCard({ item, number, children, actions }: StepCardProps) {
  const { title, why } = stepTexts[item.step];
  const { label, tone } = stateTexts[item.state];
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`passo-${item.step}`} className="text-h3">
          <span className="text-ink-3 tabular-nums">{number}.</span> {title}
        </h2>
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
      </div>
      <div className="max-w-prose">
        <p className="text-body text-ink-2">{why}</p>
        <p className="mt-1 text-sm break-words text-ink">{item.detail}</p>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </Card>
  );
}
