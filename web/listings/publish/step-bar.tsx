import { CloudAlert, CloudCheck, TriangleAlert } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { Spinner } from '#web/ui/page/spinner.tsx';
import { formatTime } from '#web/ui/data/formats.ts';
import type { SaveState } from './use-draft.ts';

/** Sticky bar at the bottom: save state, back and continue. */
export function StepBar({ status, children }: { status?: ReactNode; children: ReactNode }) {
  return (
    <div
      ref={standsAtBottom}
      className="z-tab-bar border-t border-border bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:pb-safe md:sticky md:bottom-0 md:z-sticky"
    >
      <div className="mx-auto flex w-full max-w-page page-gutter flex-wrap items-center gap-x-3 max-md:pb-2 md:py-3">
        <output className="flex min-h-6 items-center gap-2 text-sm text-ink-3 max-md:w-full max-md:justify-center max-md:text-xs md:mr-auto">
          {status}
        </output>
        <div className="flex gap-2 max-md:w-full max-md:*:flex-1">{children}</div>
      </div>
    </div>
  );
}

/** «Rascunho salvo às 14:20», or why it can't be saved. */
export function SaveStatus({ save }: { save: SaveState }) {
  const small = 'size-4';
  if (save.is === 'saving')
    return (
      <>
        <Spinner className={small} /> Salvando…
      </>
    );
  if (save.is === 'saved')
    return (
      <>
        <CloudCheck aria-hidden="true" className={small} /> Rascunho salvo às {formatTime(save.at)}
      </>
    );
  if (save.is === 'held')
    return (
      <>
        <CloudAlert aria-hidden="true" className={small} /> O que passa do limite ficou só neste aparelho.
      </>
    );
  if (save.is === 'offline')
    return (
      <>
        <CloudAlert aria-hidden="true" className={small} /> Sem conexão. Guardamos neste aparelho.
      </>
    );
  if (save.is === 'refused')
    return (
      <span className="flex items-center gap-2 text-danger">
        <TriangleAlert aria-hidden="true" className={small} /> {save.problem.detail}
      </span>
    );
  return <>O rascunho é salvo automaticamente</>;
}
