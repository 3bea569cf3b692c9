import { FileSpreadsheet } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { loadBankLines } from '#contract/payments/payment-proofs.ts';
import type { listStaffPaymentProofs } from '#contract/payments/payment-proofs.ts';
import { statementHeader } from '#domain/payments/bank-files/statements.ts';
import { decodeText } from '#domain/text/file-text.ts';
import { can } from '#domain/staff/permissions.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Statement = Reply<typeof listStaffPaymentProofs>['statement'];
type Loaded = Reply<typeof loadBankLines>;

const fileRules = {
  accept: '.csv,.ofx,.txt',
  maxBytes: 2_000_000,
  wrongType: 'Envie o extrato em CSV ou OFX.',
};

/** The age of the uploaded statement, and a button to upload the next one. */
export function StatementBar({ statement }: { statement: Statement }) {
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const may = can({ id: user.id, role: user.role.slug }, 'load_statement', undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-ink-2">
        {statement.newestAt
          ? `Extrato até ${formatDateTime(statement.newestAt)} · ${formatCount(statement.unmatched, 'lançamento sem pedido', 'lançamentos sem pedido')}`
          : 'Nenhum extrato carregado ainda.'}
      </p>
      <Button
        variant="secondary"
        icon={<FileSpreadsheet aria-hidden="true" />}
        disabledReason={may.ok ? undefined : 'Só administradores carregam o extrato.'}
        onClick={() => setOpen(true)}
      >
        Carregar extrato
      </Button>
      {open && <StatementDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function StatementDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const { formProps, errors, problem, pending } = useSubmission(loadBankLines, {
    read: () => ({ statement: file?.text ?? '' }),
    withProof,
    onDone: async (reply) => {
      setLoaded(reply);
      aviso.sucesso('Extrato carregado', formatCount(reply.added, 'linha nova', 'linhas novas'));
      await revalidate();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Carregar extrato do banco"
      description="Créditos da conta que recebe os pagamentos manuais, em CSV ou OFX."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {loaded ? 'Fechar' : 'Voltar'}
          </Button>
          {!loaded && (
            <Button
              type="submit"
              form="extrato"
              loading={pending}
              disabledReason={file ? undefined : 'Escolha o arquivo do extrato.'}
            >
              Carregar extrato
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id="extrato" className="flex flex-col gap-4">
        {!loaded && (
          <FileDrop
            {...fileRules}
            label="Escolher arquivo do extrato"
            onFiles={async ([first]) => first && setFile({ name: first.name, text: await textOf(first) })}
            onRefused={([first]) => setRefused(first?.reason ?? null)}
            className="px-4 py-6 text-center"
          >
            <span className="block text-ui font-semibold text-brand">{file?.name ?? 'Escolher arquivo'}</span>
            <span className="block text-sm text-ink-3">No CSV, a primeira linha é {statementHeader}</span>
          </FileDrop>
        )}
        {(refused ?? errors.statement) && (
          <Banner tone="danger" role="alert">
            {refused ?? errors.statement}
          </Banner>
        )}
        {loaded && <Outcome loaded={loaded} />}
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

/** Decodes Windows-1252 and UTF-16 too, which banks use. */
async function textOf(file: File): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

function Outcome({ loaded }: { loaded: Loaded }) {
  const { format, added, known, debits, balances, faults, faultCount } = loaded;
  const rowName = format === 'ofx' ? 'Lançamento' : 'Linha';
  return (
    <>
      <Banner tone={added + known > 0 ? 'success' : 'info'}>
        {formatCount(added, 'linha nova', 'linhas novas')}, {known} já conhecidas, {debits} saídas e{' '}
        {formatCount(balances, 'linha de saldo', 'linhas de saldo')} sem efeito.
      </Banner>
      {faultCount > 0 && (
        <Banner
          tone="warning"
          title={formatCount(faultCount, 'linha não foi lida', 'linhas não foram lidas')}
        >
          <ul>
            {faults.map(({ row, reason }) => (
              <li key={row}>
                {rowName} {row}: {reason}
              </li>
            ))}
            {faultCount > faults.length && (
              <li>E mais {formatCount(faultCount - faults.length, 'linha', 'linhas')}.</li>
            )}
          </ul>
        </Banner>
      )}
    </>
  );
}
