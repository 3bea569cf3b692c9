import { ChevronDown, ChevronUp } from '#web/ui/icons/icons.tsx';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Detail } from '#web/api/use-detail.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import type { SheetNavigation } from './use-sheet.ts';

/** Details of a list row in a sheet at the right; ↑ and ↓ open its neighbours. */
export function DetailSheet({
  title,
  navigation,
  detail: { value, problem, reload },
  footer,
  children,
}: {
  title: ReactNode;
  navigation: SheetNavigation;
  detail: Detail<unknown>;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const typing = (event.target as HTMLElement).closest('input, textarea, select');
    const go =
      event.key === 'ArrowUp' ? navigation.previous : event.key === 'ArrowDown' ? navigation.next : undefined;
    if (typing || !go || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go();
  };
  return (
    <Sheet
      open
      inAddress={navigation.inAddress}
      size="lg"
      title={title}
      onOpenChange={(open) => !open && navigation.close()}
      footer={footer}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons below do the same */}
      <div onKeyDown={onKeyDown} className="flex flex-col gap-6">
        <div className="-my-3 -ml-2 flex gap-1">
          <IconButton
            label="Linha anterior"
            icon={<ChevronUp aria-hidden="true" />}
            aria-disabled={!navigation.previous || undefined}
            onClick={() => navigation.previous?.()}
          />
          <IconButton
            label="Próxima linha"
            icon={<ChevronDown aria-hidden="true" />}
            aria-disabled={!navigation.next || undefined}
            onClick={() => navigation.next?.()}
          />
        </div>
        {problem && (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-body">
            {problem}
            <Button variant="secondary" onClick={() => void reload()}>
              Tentar de novo
            </Button>
          </p>
        )}
        {value === null && !problem && (
          <Loading name="os detalhes" className="flex flex-col gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-40" />
            <Skeleton className="h-24" />
          </Loading>
        )}
        {value !== null && children}
      </div>
    </Sheet>
  );
}

/** Label and value per line; a value too long for its line goes below its label. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-col divide-y divide-border rounded-lg border border-border px-4 text-sm [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center max-md:[&_a]:-my-2 max-md:[&_a]:min-h-11 max-md:[&_a]:py-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="ml-auto max-w-full min-w-0 text-right break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
