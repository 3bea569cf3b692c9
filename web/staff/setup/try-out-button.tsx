import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { tryOut } from '#contract/staff/setup.ts';
import type { TryOutKind } from '#domain/staff/setup.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CircleCheck, CircleX } from '#web/ui/icons/icons.tsx';

const labels: Readonly<Record<TryOutKind, string>> = {
  mail: 'Enviar carta para mim',
  sms: 'Enviar SMS para mim',
  pix: 'Criar Pix de R$\u00a01,00',
};

/** Tries a provider out and shows the result, or the reason, below the button. */
export function TryOutButton({ kind, editable }: { kind: TryOutKind; editable: boolean }) {
  const [result, setResult] = useState<Reply<typeof tryOut> | null>(null);
  const { run, pending, problem } = useAction();
  const attempt = () =>
    run(async () => {
      setResult(null);
      setResult(await api(tryOut, { body: { kind } }));
    });
  const Icon = result?.ok ? CircleCheck : CircleX;
  return (
    <>
      <Button
        variant="secondary"
        loading={pending}
        disabledReason={editable ? undefined : 'Só administradores experimentam provedores.'}
        onClick={() => void attempt()}
      >
        {labels[kind]}
      </Button>
      <output className="order-last block basis-full text-sm empty:hidden">
        {result && (
          <span className={`inline-flex gap-1.5 ${result.ok ? 'text-on-success-soft' : 'text-danger'}`}>
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {result.text}
          </span>
        )}
        <ProblemBanner problem={problem} />
      </output>
    </>
  );
}
