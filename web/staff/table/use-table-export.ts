import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { exportTable, listTableExports, openTableExport } from '#contract/staff/staff.ts';
import type { StaffList } from '#domain/staff/lists.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, ApiError, newIdempotencyKey } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

const maxPolls = 20;
const pollEveryMs = 700;

export type TableFile = Reply<typeof listTableExports>['items'][number];

/** Requests an export and opens it when ready; a longer one is announced by a notification. */
export function useTableExport(table: StaffList) {
  const withProof = useStepUp();
  const { user } = useSession();
  const [pending, setPending] = useState(false);
  const [files, setFiles] = useState<readonly TableFile[]>([]);

  /** Earlier exports of this list; none when they can't be loaded. */
  async function listFiles(): Promise<void> {
    const { items } = await api(listTableExports).catch(() => ({ items: [] }));
    setFiles(items.filter((file) => file.table === table));
  }

  async function make(query: Record<string, string>): Promise<void> {
    const idempotencyKey = newIdempotencyKey();
    const { id } = await withProof(() => api(exportTable, { body: { table, query }, idempotencyKey }));
    const file = await ready(id);
    if (!file) return aviso.sucesso('Preparando o arquivo', 'Avisamos você quando ele estiver pronto.');
    await download(id);
    aviso.sucesso('Arquivo pronto', formatCount(file.rows, 'linha', 'linhas'));
  }

  async function download(id: number): Promise<void> {
    const { url } = await withProof(() => api(openTableExport, { params: { id } }));
    location.assign(url);
  }

  async function attempt(task: Promise<void>): Promise<void> {
    setPending(true);
    try {
      await task;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'step_up_required') aviso.erro('Não exportou', error.detail);
    } finally {
      setPending(false);
    }
  }

  return {
    start: (query: Record<string, string>) => attempt(make(query)),
    open: (id: number) => attempt(download(id)),
    listFiles,
    files,
    pending,
    reason: user.role.slug === 'admin' ? undefined : 'Só administradores exportam listas.',
  };
}

async function ready(id: number): Promise<{ rows: number } | null> {
  for (let count = 0; count < maxPolls; count++) {
    // Polls one request after another while the file is created.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((done) => setTimeout(done, pollEveryMs));
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await api(listTableExports);
    const file = items.find((item) => item.id === id);
    if (file?.state === 'ready') return { rows: file.rows ?? 0 };
  }
  return null;
}
