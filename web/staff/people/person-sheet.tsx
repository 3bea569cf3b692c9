import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { endUserSessions } from '#contract/accounts/privacy.ts';
import { getPerson } from '#contract/staff/people.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api } from '#web/api/api.ts';
import { accountLabels, levelLabels } from '#web/labels.ts';
import { documentProofNames, taxTypeNames } from '#domain/state-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatCount, formatDate, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { roleLabels } from '#domain/staff/role-labels.ts';
import { useDetail } from '#web/api/use-detail.ts';
import { DetailSheet, Facts } from '#web/staff/shell/detail-sheet.tsx';
import { HistoryList } from '#web/staff/shell/history-list.tsx';
import { NotesSection } from '#web/staff/shell/notes-section.tsx';
import type { SheetNavigation } from '#web/staff/shell/use-sheet.ts';
import { BirthDialog } from './birth-dialog.tsx';
import { LevelDialog } from './level-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { StandingDialog } from './standing-dialog.tsx';
import type { StandingEvent } from './standing-dialog.tsx';
import { StrikesSection } from './strikes-section.tsx';
import { UnmaskDialog } from './unmask-dialog.tsx';

type Person = Reply<typeof getPerson>;
type PersonDialog =
  | { dialog: 'standing'; event: StandingEvent }
  | { dialog: 'role' }
  | { dialog: 'level' }
  | { dialog: 'birth' }
  | { dialog: 'unmask' }
  | null;

/** Details of an account: identity, verification, balance, and available actions. */
export function PersonSheet({ id, sheet }: { id: number; sheet: SheetNavigation }) {
  const { revalidate } = useRevalidator();
  const detail = useDetail(() => api(getPerson, { params: { id } }));
  const [asked, setAsked] = useState<PersonDialog>(null);
  const person = detail.value;
  const changed = async () => {
    setAsked(null);
    await detail.reload();
    await revalidate();
  };
  return (
    <DetailSheet title={person ? `@${person.username}` : 'Pessoa'} navigation={sheet} detail={detail}>
      {person && (
        <>
          <Badges person={person} />
          {person.stateReason && <p className="text-sm text-ink-2">Motivo: «{person.stateReason}»</p>}
          <Actions person={person} onAsk={setAsked} onChanged={changed} />
          <Identity person={person} onAsk={setAsked} />
          <Dealings person={person} />
          <StrikesSection person={person} onChanged={changed} />
          <NotesSection notes={person.notes} subject="user" id={id} onWritten={detail.reload} />
          <HistoryList entries={person.history} subject="user" id={id} />
          {asked?.dialog === 'standing' && (
            <StandingDialog
              person={person}
              event={asked.event}
              onClose={() => setAsked(null)}
              onDone={changed}
            />
          )}
          {asked?.dialog === 'role' && (
            <RoleDialog person={person} onClose={() => setAsked(null)} onDone={changed} />
          )}
          {asked?.dialog === 'level' && (
            <LevelDialog person={person} onClose={() => setAsked(null)} onDone={changed} />
          )}
          {asked?.dialog === 'birth' && (
            <BirthDialog person={person} onClose={() => setAsked(null)} onDone={changed} />
          )}
          {asked?.dialog === 'unmask' && (
            <UnmaskDialog person={person} onClose={() => setAsked(null)} onDone={detail.reload} />
          )}
        </>
      )}
    </DetailSheet>
  );
}

/** Who the person is, masked, and what proves it. */
function Identity({ person, onAsk }: { person: Person; onAsk: (asked: PersonDialog) => void }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Identidade</h3>
      <Facts
        facts={[
          ['Nome', person.fullName ?? '—'],
          ['E-mail', `${person.email} ${person.emailVerified ? '(confirmado)' : '(não confirmado)'}`],
          ['Celular', person.phone ?? '—'],
          ['Documento', documentText(person)],
          ['Idade confirmada', ageText(person)],
          ['Tipo', person.taxType ? taxTypeNames[person.taxType] : '—'],
          ['Conta desde', formatDate(person.createdAt)],
          ['Visto por último', person.lastSeenAt ? formatDateTime(person.lastSeenAt) : '—'],
          ['Sessões abertas', person.sessions],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabledReason={person.may.unmask.because ?? undefined}
          onClick={() => onAsk({ dialog: 'unmask' })}
        >
          Mostrar dados
        </Button>
        <Button
          variant="secondary"
          disabledReason={person.may.correctBirth.because ?? undefined}
          onClick={() => onAsk({ dialog: 'birth' })}
        >
          {person.provenAge ? 'Corrigir nascimento' : 'Registrar nascimento'}
        </Button>
      </div>
    </section>
  );
}

/** Balance, listings, orders and what was found in them. */
function Dealings({ person }: { person: Person }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Dinheiro e negócios</h3>
      <Facts
        facts={[
          ['Saldo disponível', formatCents(person.availableCents)],
          ['A liberar', formatCents(person.pendingCents)],
          ['Bloqueado', formatCents(person.blockedCents)],
          ['Anúncios à venda', person.listings],
          [
            'Pedidos abertos',
            <Link
              key="orders"
              to={`/dashboard/pedidos?busca=${encodeURIComponent(`@${person.username}`)}`}
              className="text-brand hover:underline"
            >
              {formatCount(person.openSales, 'venda', 'vendas')} e{' '}
              {formatCount(person.openPurchases, 'compra', 'compras')}
            </Link>,
          ],
          ['Denúncias abertas', person.openReports],
          ['Risco dos últimos pedidos', riskText(person.risk)],
        ]}
      />
      <Link
        to={`/perfil/${person.username}`}
        className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
      >
        Ver perfil público
      </Link>
    </section>
  );
}

function Badges({ person: { state, role, level, trusted } }: { person: Person }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusBadge tone={accountLabels[state].tone}>{accountLabels[state].label}</StatusBadge>
      <StatusBadge tone="neutral">{roleLabels[role]}</StatusBadge>
      <StatusBadge tone="brand" title={levelLabels[level].needs}>
        {levelLabels[level].label}
      </StatusBadge>
      {trusted && <StatusBadge tone="success">Vendedor confiável</StatusBadge>}
    </div>
  );
}

function Actions({
  person,
  onAsk,
  onChanged,
}: {
  person: Person;
  onAsk: (asked: PersonDialog) => void;
  onChanged: () => Promise<void>;
}) {
  const { run, pending, problem } = useActionWithProof();
  const { may, state } = person;
  const stopped = state === 'suspended' || state === 'banned' || state === 'restricted';
  const endSessions = async () => {
    const done = await run(() => api(endUserSessions, { params: { id: person.id } }));
    if (!done) return;
    aviso.sucesso('Sessões encerradas', `@${person.username} precisa entrar de novo.`);
    await onChanged();
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {stopped ? (
          <Button
            variant="secondary"
            disabledReason={may.reinstate.because ?? undefined}
            onClick={() => onAsk({ dialog: 'standing', event: 'reinstate' })}
          >
            Voltar ao normal
          </Button>
        ) : (
          <>
            <Button
              variant="secondary"
              disabledReason={
                may.restrict.because ?? (state === 'active' ? undefined : 'Só uma conta ativa é limitada.')
              }
              onClick={() => onAsk({ dialog: 'standing', event: 'restrict' })}
            >
              Limitar
            </Button>
            <Button
              variant="secondary"
              disabledReason={may.suspend.because ?? undefined}
              onClick={() => onAsk({ dialog: 'standing', event: 'suspend' })}
            >
              Suspender
            </Button>
          </>
        )}
        <Button
          variant="secondary"
          loading={pending}
          disabledReason={may.endSessions.because ?? undefined}
          onClick={() => void endSessions()}
        >
          Encerrar sessões
        </Button>
        <Button
          variant="secondary"
          disabledReason={may.grantLevel.because ?? undefined}
          onClick={() => onAsk({ dialog: 'level' })}
        >
          {person.levelGranted ? 'Retirar nível 3' : 'Dar nível 3'}
        </Button>
        <Button
          variant="secondary"
          disabledReason={may.changeRole.because ?? undefined}
          onClick={() => onAsk({ dialog: 'role' })}
        >
          Mudar papel
        </Button>
        <Button
          variant="quiet"
          className="text-danger"
          disabledReason={
            may.ban.because ?? (state === 'banned' ? 'Esta conta já foi encerrada.' : undefined)
          }
          onClick={() => onAsk({ dialog: 'standing', event: 'ban' })}
        >
          Encerrar conta
        </Button>
      </div>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem.detail}
        </p>
      )}
    </div>
  );
}

function riskText({ orders, held, frauds, highest }: Person['risk']): string {
  if (orders === 0) return 'Nenhum examinado';
  return `Até ${highest} pontos em ${formatCount(orders, 'pedido', 'pedidos')}, ${formatCount(held, 'retido', 'retidos')}, ${formatCount(frauds, 'fraude', 'fraudes')}`;
}

const birthProofs: Record<NonNullable<Person['provenAge']>['source'], string> = {
  document: 'por documento',
  guardian: 'pelo responsável',
  staff: 'pela equipe',
};

function ageText({ provenAge }: Person): string {
  if (provenAge === null) return 'Não';
  return `${provenAge.isAdult ? '18 anos ou mais' : 'Menos de 18 anos'}, ${birthProofs[provenAge.source]}`;
}

function documentText({ document, documentProof }: Person): string {
  return document === null ? '—' : `${document} (${documentProofNames[documentProof ?? 'declared']})`;
}
