import type { Transparency } from '#contract/ledger/transparency.ts';
import { getTransparency } from '#contract/ledger/transparency.ts';
import { listIncidents } from '#contract/incidents/incidents.ts';
import { durationText } from '#domain/text/durations.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { reasonTitles } from '#web/complaints/reason-titles.ts';
import { spanText } from '#web/incidents/incident-texts.ts';
import { publicMeta } from '#web/site-meta.ts';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Card, Section } from '#web/ui/cards/card.tsx';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { formatCents, formatCount, formatDate, formatMonth, formatNumber } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DecisionsByKind } from './decisions-by-kind.tsx';
import type { Route } from './+types/transparency-page';

export { PageError as ErrorBoundary } from '#web/pages/page-error.tsx';

const title = 'Transparência';
const summary =
  'Quanto se vende e se devolve aqui, em quanto tempo a equipe decide, e como conferir que ninguém mexe na contabilidade depois.';

async function load(caller: Api, url: string) {
  const [numbers, incidents] = await Promise.all([
    orErrorStatus(caller(getTransparency)),
    orErrorStatus(caller(listIncidents)),
  ]);
  return { numbers, incidents: incidents.items, origin: new URL(url).origin };
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export const meta = ({ loaderData }: Route.MetaArgs) =>
  publicMeta({ title, description: summary, origin: loaderData?.origin ?? '', path: '/transparencia' });

/** `/transparencia`: open numbers, and the published roots of the ledger's closed days (N10). */
export default function TransparencyPage({
  loaderData: { numbers, incidents, origin },
}: Route.ComponentProps) {
  const { months, complaints, withdrawals, byKind, closings, dossierKey } = numbers;
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter pt-6 pb-10 md:gap-14 md:pt-10">
      <PageHeader title={title} text={summary} />
      <Section
        title="Vendas e reembolsos"
        text="Uma venda conta quando é paga; um reembolso, quando o dinheiro voltou. O mês atual ainda não acabou."
      >
        <DataTable
          caption="Vendas e reembolsos por mês"
          columns={monthColumns}
          rows={months}
          rowKey={({ month }) => month}
          empty={<p className="text-ui text-ink-2">Ainda não houve vendas.</p>}
        />
      </Section>
      <Section title="Decisões da equipe" text="Nos últimos 90 dias.">
        <Decisions complaints={complaints} withdrawals={withdrawals} />
        <DecisionsByKind rows={byKind} />
      </Section>
      <Section
        title="Falhas nossas"
        text="No último ano. Enquanto uma falha dura, nenhum prazo acaba, e depois cada um é adiado pelo mesmo tempo."
      >
        <Incidents incidents={incidents} />
      </Section>
      <Section
        id="livro"
        title="Livro de lançamentos"
        text="Todo real que entra, muda de dono ou sai daqui é um lançamento, e nenhum se apaga."
      >
        <HowToVerify origin={origin} />
        <DataTable
          caption="Dias fechados"
          columns={closingColumns}
          rows={closings}
          rowKey={({ number }) => number}
          empty={
            <p className="text-ui text-ink-2">O primeiro dia ainda não fechou: volte depois da meia-noite.</p>
          }
        />
      </Section>
      <Section
        id="dossies"
        title="Dossiês de pedidos"
        text="Quem compra, quem vende e a equipe fazem o dossiê de um pedido, que um banco, o Procon ou a Justiça confere."
      >
        <DossierKey publicKey={dossierKey} />
      </Section>
    </div>
  );
}

/** The key by which anyone verifies a dossier without us (N07). */
function DossierKey({ publicKey }: { publicKey: string }) {
  return (
    <Card className="flex max-w-measure flex-col gap-3 text-ui text-ink-2">
      <p>
        Cada dossiê é assinado com a chave abaixo. Com o arquivo JSON e o programa do nosso repositório, a
        conferência é feita sem internet: um byte mudado, e ela falha.
      </p>
      <Command text={`node bin/verify-dossier.js dossie.json --key ${publicKey}`} />
    </Card>
  );
}

function Incidents({ incidents }: { incidents: Route.ComponentProps['loaderData']['incidents'] }) {
  if (incidents.length === 0) return <p className="text-ui text-ink-2">Nenhuma falha registrada.</p>;
  return (
    <ul className="flex flex-col gap-3">
      {incidents.map((incident) => (
        <li key={incident.startsAt} className="text-ui break-words">
          <span className="font-semibold">{spanText(incident)}.</span> {incident.words}
        </li>
      ))}
    </ul>
  );
}

type Month = Transparency['months'][number];

const monthColumns: readonly Column<Month>[] = [
  { key: 'month', header: 'Mês', cell: ({ month }) => formatMonth(`${month}-15T12:00:00Z`) },
  { key: 'sales', header: 'Vendas', numeric: true, cell: ({ sales }) => formatNumber(sales) },
  { key: 'volume', header: 'Valor', numeric: true, cell: ({ salesCents }) => formatCents(salesCents) },
  { key: 'refunds', header: 'Reembolsos', numeric: true, cell: ({ refunds }) => formatNumber(refunds) },
  {
    key: 'refunded',
    header: 'Valor devolvido',
    numeric: true,
    cell: ({ refundsCents }) => formatCents(refundsCents),
  },
];

function Decisions({ complaints, withdrawals }: Pick<Transparency, 'complaints' | 'withdrawals'>) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5">
        <StatCard
          label="Reclamações abertas"
          value={formatNumber(complaints.opened)}
          footer={`${formatNumber(complaints.endedWithoutTeam)} terminaram entre as partes ou por prazo`}
        />
        <StatCard
          label="Tempo até decidir uma reclamação"
          value={medianText(complaints.medianSeconds)}
          footer={medianFooter(complaints)}
        />
        <StatCard
          label="Recursos decididos"
          value={formatNumber(complaints.appealed)}
          footer={`${formatNumber(complaints.overturned)} mudaram a decisão`}
        />
        <StatCard
          label="Tempo até decidir um saque"
          value={medianText(withdrawals.medianSeconds)}
          footer={medianFooter(withdrawals)}
        />
      </div>
      <DataTable
        caption="Reclamações decididas, por motivo"
        columns={reasonColumns}
        rows={complaints.byReason}
        rowKey={({ reason }) => reason}
        empty={<p className="text-ui text-ink-2">A equipe não decidiu nenhuma reclamação neste tempo.</p>}
      />
    </>
  );
}

const hourMs = 3_600_000;

/** To the hour, or below one to the minute. */
function medianText(seconds: number | null): string | null {
  if (seconds === null) return null;
  const unit = seconds * 1_000 >= hourMs ? hourMs : 60_000;
  return durationText(Math.max(1, Math.round((seconds * 1_000) / unit)) * unit);
}

function medianFooter({ decided, medianSeconds }: Transparency['withdrawals']): string {
  const count = formatCount(decided, 'decisão', 'decisões');
  return medianSeconds === null
    ? `${count}: poucas para dar um tempo`
    : `metade de ${count}, em até este tempo`;
}

type Reason = Transparency['complaints']['byReason'][number];

const reasonColumns: readonly Column<Reason>[] = [
  { key: 'reason', header: 'Motivo', cell: ({ reason }) => reasonTitles[reason] },
  { key: 'decided', header: 'Decididas', numeric: true, cell: ({ decided }) => formatNumber(decided) },
  {
    key: 'forBuyer',
    header: 'A favor de quem comprou',
    numeric: true,
    cell: ({ forBuyer }) => formatNumber(forBuyer),
  },
  {
    key: 'overturned',
    header: 'Mudadas em recurso',
    numeric: true,
    cell: ({ overturned }) => formatNumber(overturned),
  },
];

function HowToVerify({ origin }: { origin: string }) {
  return (
    <Card className="flex max-w-measure flex-col gap-3 text-ui text-ink-2">
      <p>
        Depois de cada meia-noite, os lançamentos do dia viram um único código, calculado também sobre o
        código do dia anterior. Se um lançamento antigo mudasse, o código do dia dele e os seguintes deixariam
        de bater com os que já foram publicados aqui. Guarde uma cópia: ela serve de prova.
      </p>
      <p>
        Para conferir, baixe os dias e rode o programa do nosso repositório. Ele precisa só do Node.js e
        recalcula tudo no seu computador:
      </p>
      <Command text={`node bin/verify-ledger.js ${origin}`} />
      <p>
        Os lançamentos aparecem como códigos, sem nomes nem valores: o que cada pessoa compra ou vende não se
        descobre por eles.
      </p>
    </Card>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-surface-2 p-3 sm:flex-row sm:items-center">
      <code className="min-w-0 text-sm break-all text-ink sm:flex-1">{text}</code>
      <CopyButton text={text} label="Copiar o comando" />
    </div>
  );
}

type Closing = Transparency['closings'][number];

/** Noon of the day in São Paulo. */
const dayText = (day: string) => formatDate(`${day}T15:00:00Z`);

const closingColumns: readonly Column<Closing>[] = [
  { key: 'day', header: 'Até o dia', cell: ({ day }) => dayText(day) },
  {
    key: 'journals',
    header: 'Lançamentos',
    numeric: true,
    cell: ({ journals }) => formatNumber(journals),
  },
  {
    key: 'root',
    header: 'Código do dia',
    cell: ({ root }) => <code className="text-xs break-all text-ink-2">{root}</code>,
  },
  {
    key: 'file',
    header: 'Arquivo',
    hideLabel: true,
    cell: ({ day }) => (
      <a
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        href={`/api/v1/public/closings/${day}`}
        download={`livro-${day}.json`}
        aria-label={`Baixar o livro até ${dayText(day)}`}
      >
        Baixar
      </a>
    ),
  },
];
