import { Download } from '#web/ui/icons/icons.tsx';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getPrivacy } from '#contract/accounts/privacy.ts';
import { openExport, requestExport } from '#contract/accounts/privacy.ts';
import { api } from '#web/api/api.ts';
import { exportLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { SettingList, SettingRow } from '../settings-section.tsx';
import { useActionWithProof } from '../use-action-with-proof.ts';
import { formatFileSize } from './file-size.ts';
import { usePolling } from './use-polling.ts';

type DataExport = Reply<typeof getPrivacy>['exports'][number];

const pollMs = 5_000;

/** The requested exports, newest first, and a button that requests another. */
export function ExportList({ exports }: { exports: readonly DataExport[] }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const preparing = exports.some(({ state }) => state === 'requested');
  const ready = exports.some(({ state }) => state === 'ready');
  usePolling(preparing ? pollMs : null);

  async function request(): Promise<void> {
    if (!(await run(() => api(requestExport)))) return;
    await revalidate();
    aviso.sucesso('Cópia pedida', 'Avisamos por e-mail quando o arquivo estiver pronto.');
  }

  /** The link is created on demand, because it expires after minutes and requires a proof of identity. */
  const download = (id: number) =>
    run(async () => location.assign((await api(openExport, { params: { id } })).url));

  return (
    <>
      {problem && (
        <Banner tone="danger" role="alert">
          {problem.detail}
        </Banner>
      )}
      {exports.length > 0 && (
        <SettingList>
          {exports.map((item) => (
            <ExportRow
              key={item.id}
              item={item}
              pending={pending}
              onDownload={() => void download(item.id)}
            />
          ))}
        </SettingList>
      )}
      <Button
        variant={ready ? 'secondary' : 'primary'}
        className="self-start"
        loading={pending}
        disabledReason={preparing ? 'Já estamos preparando seu arquivo.' : undefined}
        onClick={() => void request()}
      >
        Pedir cópia dos dados
      </Button>
    </>
  );
}

function ExportRow({
  item: { state, bytes, createdAt, expiresAt },
  pending,
  onDownload,
}: {
  item: DataExport;
  pending: boolean;
  onDownload: () => void;
}) {
  const { label, tone } = exportLabels[state];
  return (
    <SettingRow
      title={`Pedida em ${formatDateTime(createdAt)}`}
      value={
        <>
          {state === 'requested' && 'Leva alguns minutos. Pode sair desta página.'}
          {state === 'ready' && expiresAt && `Disponível até ${formatDateTime(expiresAt)}`}
          {state === 'expired' && 'O arquivo foi apagado. Peça outro quando precisar.'}
        </>
      }
      badge={
        <StatusBadge tone={tone} size="sm">
          {label}
        </StatusBadge>
      }
      action={
        state === 'ready' && (
          <Button loading={pending} onClick={onDownload}>
            <Download aria-hidden="true" />
            Baixar arquivo
            {bytes !== null && <span className="font-normal">({formatFileSize(bytes)})</span>}
          </Button>
        )
      }
    >
      {state === 'requested' && <ProgressBar label="Preparando seu arquivo" />}
    </SettingRow>
  );
}
