import { useState } from 'react';
import type { DeliveryRecord } from '#contract/orders/delivery-record.ts';
import { openStaffDeliveryData } from '#contract/orders/delivery-data.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { AccessWithoutCase } from './access-without-case.tsx';

type BuyerDataProps = NonNullable<DeliveryRecord['buyerData']> & {
  hash: string;
  buyer: string;
  seller: string;
};

/** The delivery data that the buyer wrote (P09). Staff open it only for a case, and each access is recorded. */
export function BuyerData({ hash, buyer, seller, writtenAt, openedAt }: BuyerDataProps) {
  const [text, setText] = useState<string | null>(null);
  const { pending, problem, run } = useAction();
  const open = () => run(async () => setText((await api(openStaffDeliveryData, { params: { hash } })).text));
  const seen = openedAt ? `@${seller} abriu em ${formatDateTime(openedAt)}.` : `@${seller} ainda não abriu.`;
  return (
    <section aria-label="Dados para a entrega" className="flex flex-col items-start gap-2">
      <h3 className="text-ui font-semibold">Dados para a entrega</h3>
      <p className="text-sm text-ink-2">{`@${buyer} escreveu em ${formatDateTime(writtenAt)}. ${seen}`}</p>
      {text !== null && (
        <p className="w-full rounded-lg bg-surface-2 p-4 text-body wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {text === null && problem?.code === 'no_case' && (
        <AccessWithoutCase hash={hash} problem={problem} onOpened={() => void open()} />
      )}
      {text === null && problem?.code !== 'no_case' && (
        <>
          <ProblemBanner problem={problem} />
          <Button variant="secondary" size="sm" loading={pending} onClick={() => void open()}>
            Abrir dados
          </Button>
          <p className="text-xs text-ink-3">A leitura fica no registro de ações.</p>
        </>
      )}
    </section>
  );
}
