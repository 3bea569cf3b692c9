import { useState } from 'react';
import type { listCredentials, ServiceState } from '#contract/settings/credentials.ts';
import type { Reply } from '#contract/endpoint.ts';
import { checkConnection, connectionKinds } from '#contract/settings/settings.ts';
import type { ConnectionKind } from '#contract/settings/settings.ts';
import { serviceProviders } from '#domain/settings/credentials.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { CheckOutcome } from './check-outcome.tsx';
import type { CheckResult } from './check-outcome.tsx';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { RemoveCredentials } from './remove-credentials.tsx';

const serviceTexts: Record<ConnectionKind, { title: string; text: string }> = {
  database: { title: 'Banco de dados', text: 'Onde tudo fica guardado.' },
  mail: { title: 'E-mail', text: 'Confirmações, avisos e recibos.' },
  sms: { title: 'SMS', text: 'Códigos para confirmar o celular.' },
  payments: { title: 'Pagamentos', text: 'Cobranças, reembolsos e saques.' },
  push: { title: 'Avisos no navegador', text: 'Chegam mesmo com a página fechada.' },
  realtime: { title: 'Tempo real', text: 'Conversas e avisos na hora.' },
  sign_in: { title: 'Entrada com provedor', text: 'Entrar com a conta do Google.' },
  images: { title: 'Fotos', text: 'Fotos dos anúncios.' },
  files: { title: 'Arquivos privados', text: 'Comprovantes, provas e cópias de dados.' },
};

/** External services: the provider of each, its account, and a button to test it. */
export function Connections({ items, editable }: Reply<typeof listCredentials>) {
  return (
    <section className="flex max-w-3xl min-w-0 flex-col gap-3">
      <h2 className="text-h2">Conexões</h2>
      <p className="max-w-prose text-sm text-ink-2">
        Chaves são guardadas cifradas e nunca voltam para a tela: depois de salvas, só o final aparece.
      </p>
      <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
        {connectionKinds.map((kind) => (
          <Connection
            key={kind}
            kind={kind}
            state={items.find(({ service }) => service === kind)}
            editable={editable}
          />
        ))}
      </ul>
    </section>
  );
}

interface ConnectionProps {
  kind: ConnectionKind;
  /** Null for a service without an account. */
  state: ServiceState | undefined;
  editable: boolean;
}

function Connection({ kind, state, editable }: ConnectionProps) {
  const [result, setResult] = useState<CheckResult | null>(null);
  const [pending, setPending] = useState(false);
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { title, text } = serviceTexts[kind];
  const lower = title === 'SMS' ? title : title.charAt(0).toLowerCase() + title.slice(1);
  async function attempt(): Promise<void> {
    setPending(true);
    setResult(
      await api(checkConnection, { body: { kind } }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { ok: false as const, detail: error.detail };
      }),
    );
    setPending(false);
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-ui font-semibold">{title}</h3>
        <p className="text-sm text-ink-3">{text}</p>
        {state && <Standing state={state} />}
        <output className="mt-1 block text-sm empty:hidden">
          {result && <CheckOutcome result={result} />}
        </output>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {state?.removable && editable && (
          <Button
            variant="quiet"
            aria-label={`Remover credenciais de ${lower}`}
            onClick={() => setOpen('remove')}
          >
            Remover
          </Button>
        )}
        {state && (
          <Button
            variant="secondary"
            aria-label={`Configurar ${lower}`}
            disabledReason={refusalOf(state, editable)}
            onClick={() => setOpen('edit')}
          >
            Configurar
          </Button>
        )}
        <Button
          variant="secondary"
          loading={pending}
          aria-label={`Testar conexão: ${lower}`}
          disabledReason={editable ? undefined : 'Só administradores testam conexões.'}
          onClick={() => void attempt()}
        >
          Testar conexão
        </Button>
      </div>
      {state && open === 'edit' && (
        <CredentialsDialog state={state} title={title} onClose={() => setOpen(null)} />
      )}
      {state && open === 'remove' && (
        <RemoveCredentials state={state} title={lower} onClose={() => setOpen(null)} />
      )}
    </li>
  );
}

function refusalOf({ source }: ServiceState, editable: boolean): string | undefined {
  if (!editable) return 'Só administradores mudam credenciais.';
  return source === 'environment'
    ? 'Definido pelo ambiente: mude as variáveis do servidor, que valem mais que a tela.'
    : undefined;
}

const standings: Record<ServiceState['source'], string> = {
  environment: 'Definido pelo ambiente',
  screen: '',
  own: 'Servidor próprio, sem conta em outro lugar',
  simulator: 'Simulado',
  none: 'Não configurado',
};

/** The provider, since when and set by whom; of the account only what may be shown. */
function Standing({ state }: { state: ServiceState }) {
  const { service, source, provider, setBy, setAt, kept, waitsForRestart } = state;
  const known = serviceProviders[service].find(({ slug }) => slug === provider);
  const name = known?.label ?? provider;
  const shown = (known?.fields ?? []).filter((field) => kept[field.name] !== undefined);
  return (
    <div className="mt-1 flex flex-col gap-1 text-sm">
      <p className="text-ink-2">
        {[source !== 'simulator' && name, standings[source]].filter(Boolean).join(' · ')}
        {setAt && source === 'screen' && (
          <>{` · definido${setBy ? ` por @${setBy.username}` : ''} em ${formatDateTime(setAt)}`}</>
        )}
      </p>
      {source === 'screen' && shown.length > 0 && (
        <dl className="flex flex-col gap-0.5 text-ink-3">
          {shown.map((field) => (
            <div key={field.name} className="flex min-w-0 flex-wrap gap-x-2">
              <dt>{field.label}:</dt>
              <dd className="min-w-0 break-all tabular-nums">
                {field.choices?.find(({ value }) => value === kept[field.name])?.label ?? kept[field.name]}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {waitsForRestart && (
        <p className="text-on-warning-soft">Passa a valer quando o servidor for reiniciado.</p>
      )}
    </div>
  );
}
