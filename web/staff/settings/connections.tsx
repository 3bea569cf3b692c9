import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { checkConnection, connectionKinds } from '#contract/settings.ts';
import type { ConnectionKind } from '#contract/settings.ts';
import { api, ApiError } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { formatNumber } from '#web/ui/formats.ts';

const words: Record<ConnectionKind, { title: string; text: string }> = {
  database: { title: 'Banco de dados', text: 'Onde tudo fica guardado.' },
  mail: { title: 'E-mail', text: 'Confirmações, avisos e recibos.' },
  sms: { title: 'SMS', text: 'Códigos para confirmar o celular.' },
  payments: { title: 'Pagamentos', text: 'Cobranças, devoluções e saques.' },
  images: { title: 'Fotos', text: 'Fotos dos anúncios.' },
  files: { title: 'Arquivos privados', text: 'Comprovantes, provas e cópias de dados.' },
};

type Result = Reply<typeof checkConnection> | { ok: false; detail: string; provider: null; durationMs: 0 };

/** The services the installation leans on, each with a button that tries it out now. */
export function Connections({ editable }: { editable: boolean }) {
  return (
    <ul className="flex max-w-3xl flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {connectionKinds.map((kind) => (
        <Connection key={kind} kind={kind} editable={editable} />
      ))}
    </ul>
  );
}

function Connection({ kind, editable }: { kind: ConnectionKind; editable: boolean }) {
  const [result, setResult] = useState<Result | null>(null);
  const [pending, setPending] = useState(false);
  const { title, text } = words[kind];
  async function attempt(): Promise<void> {
    setPending(true);
    setResult(
      await api(checkConnection, { body: { kind } }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { ok: false as const, detail: error.message, provider: null, durationMs: 0 as const };
      }),
    );
    setPending(false);
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-ui font-semibold">{title}</h2>
        <p className="text-sm text-ink-3">{text}</p>
        <output className="block mt-1 text-sm empty:hidden">{result && <Outcome result={result} />}</output>
      </div>
      <Button
        variant="secondary"
        loading={pending}
        aria-label={`Testar ${title.toLowerCase()}`}
        disabledReason={editable ? undefined : 'Só administradores testam conexões.'}
        onClick={() => void attempt()}
      >
        Testar
      </Button>
    </li>
  );
}

function Outcome({ result }: { result: Result }) {
  const Icon = result.ok ? CircleCheck : CircleX;
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${result.ok ? 'text-on-success-soft' : 'text-danger'}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {result.ok
        ? `Conexão ok em ${formatNumber(result.durationMs)} ms (${result.provider}).`
        : result.detail}
    </span>
  );
}
