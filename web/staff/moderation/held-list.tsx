import type { ReactNode } from 'react';
import { Link, useRevalidator } from 'react-router';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { HeldContent } from './held-kinds.ts';

const columns: Column<HeldContent>[] = [
  {
    key: 'text',
    header: 'Texto',
    cell: ({ text }) => <span className="block max-w-prose whitespace-pre-line break-words">{text}</span>,
  },
  {
    key: 'author',
    header: 'Quem escreveu',
    cell: ({ author }) => (
      <Link to={`/perfil/${author}`} className="inline-flex min-h-6 items-center hover:underline">
        @{author}
      </Link>
    ),
  },
  {
    key: 'about',
    header: 'Onde',
    cell: ({ about }) => (
      <Link to={about.path} className="inline-flex min-h-6 max-w-56 items-center hover:underline">
        <span className="line-clamp-2">{about.text}</span>
      </Link>
    ),
  },
  { key: 'at', header: 'Desde', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { key: 'actions', header: 'Decisão', hideLabel: true, cell: (row) => <Decide content={row} /> },
];

/** Content held by the filter, oldest first. A decision publishes it or leaves it visible to its author only. */
export function HeldList({
  caption,
  rows,
  empty,
}: {
  caption: string;
  rows: readonly HeldContent[];
  empty: ReactNode;
}) {
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}

function Decide({ content }: { content: HeldContent }) {
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const decide = async (show: boolean) => {
    if (!(await run(() => content.decide(show)))) return;
    aviso.sucesso(show ? 'Liberada' : 'Mantida oculta', `Texto de @${content.author}.`);
    await revalidate();
  };
  return (
    <span className="flex flex-col gap-1 max-md:w-full">
      <span className="flex gap-2 max-md:*:flex-1 md:max-lg:flex-col">
        <Button
          variant="secondary"
          className="max-md:h-11"
          loading={pending}
          aria-label={`Liberar o texto de @${content.author}`}
          onClick={() => void decide(true)}
        >
          Liberar
        </Button>
        <Button
          variant="quiet"
          className="text-danger max-md:h-11"
          aria-label={`Manter oculta: texto de @${content.author}`}
          onClick={() => void decide(false)}
        >
          Manter oculta
        </Button>
      </span>
      <ProblemBanner problem={problem} />
    </span>
  );
}
