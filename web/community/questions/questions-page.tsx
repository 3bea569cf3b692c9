import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import { listQuestionBlocks, listQuestions, questionsPerPage } from '#contract/community/questions.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { pageFromAddress } from '#web/navigation/numbered-page.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Pagination } from '#web/ui/page/pagination.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { AskedList } from './asked-list.tsx';
import { BlockedAskers } from './blocked-askers.tsx';
import { ReceivedList } from './received-list.tsx';
import type { Route } from './+types/questions-page';

export const ErrorBoundary = () => <PageError title="Perguntas" thing="suas perguntas" />;

export const handle: EarlyHandle = {
  reads: ({ search }) => {
    const side = search.get('aba') === 'feitas' ? 'asked' : 'received';
    const list = readOf(listQuestions, { query: { side, page: String(pageFromAddress(search)) } });
    return side === 'received' ? [list, readOf(listQuestionBlocks)] : [list];
  },
};

/** Tab and page are in the address; unknown values mean the first. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const side = searchParams.get('aba') === 'feitas' ? 'asked' : 'received';
  const page = pageFromAddress(searchParams);
  return whenSignedIn(request, async () => {
    const [questions, blocks] = await Promise.all([
      api(listQuestions, { query: { side, page: String(page) } }),
      side === 'received' ? api(listQuestionBlocks) : { items: [] },
    ]);
    const now = new Date().toISOString();
    return { side, page, ...questions, blocked: blocks.items, now } as const;
  });
}

export function meta() {
  return [{ title: `Perguntas · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="suas perguntas">
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-6 h-11 w-full" />
      <RowsSkeleton />
    </Loading>
  );
}

/** `/conta/perguntas`: questions to answer, and one's own questions. */
export default function QuestionsPage({ loaderData }: Route.ComponentProps) {
  const { side, page, items, total, waiting, blocked, now } = loaderData;
  return (
    <div className="flex flex-col gap-5 pb-10">
      <PageHeader title="Perguntas" />
      <TabLinks
        aria-label="Perguntas recebidas e feitas"
        links={[
          tab(null, 'Recebidas', waiting.received, side === 'received'),
          tab('feitas', 'Feitas', waiting.asked, side === 'asked'),
        ]}
      />
      {items.length === 0 ? (
        <Empty side={side} />
      ) : side === 'received' ? (
        <ReceivedList questions={items} now={now} />
      ) : (
        <AskedList questions={items} now={now} />
      )}
      <Pagination
        page={page}
        pages={Math.ceil(total / questionsPerPage)}
        linkTo={side === 'asked' ? askedPage : receivedPage}
      />
      <BlockedAskers people={blocked} />
    </div>
  );
}

/** A tab as a link, because the tab is in the address. */
function tab(aba: string | null, label: string, count: number, current: boolean) {
  return {
    label,
    count,
    link: (
      <Link to={aba ? `?aba=${aba}` : '?'} preventScrollReset aria-current={current ? 'page' : undefined} />
    ),
  };
}

const receivedPage = (page: number) => <Link to={`?pagina=${page}`} />;
const askedPage = (page: number) => <Link to={`?aba=feitas&pagina=${page}`} />;

function Empty({ side }: { side: 'received' | 'asked' }) {
  if (side === 'received')
    return (
      <EmptyState title="Nenhuma pergunta nova." text="Respostas rápidas ajudam a vender." seed="perguntas" />
    );
  return (
    <EmptyState
      title="Você ainda não perguntou nada."
      text="Ficou em dúvida sobre um anúncio? Pergunte na página dele."
      action={
        <Button asChild variant="secondary">
          <Link to="/anuncios">Ver anúncios</Link>
        </Button>
      }
      seed="perguntas-feitas"
    />
  );
}
