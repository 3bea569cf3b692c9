import { CircleAlert } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { cardDeliveryText, handlingText } from '#web/listings/listing-texts.ts';
import { parcelText } from '#web/listings/parcel-texts.ts';
import { planNames } from '#domain/state-names.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';
import type { Draft } from './draft.ts';
import { ancestry } from './category/category-tree.ts';
import { uploadReason } from './photos/photos.ts';
import type { Photo } from './photos/photos.ts';
import { errorsOfStep, stepOfField, steps } from './steps.ts';
import type { Step } from './steps.ts';

export interface ReviewStepProps {
  draft: Draft;
  photos: readonly Photo[];
  categories: readonly Category[];
  settings: SiteSettings;
  /** All missing fields, of all steps. */
  errors: FieldErrors;
  pathTo: (step: Step) => string;
  change: (patch: Partial<Draft>) => void;
  /** True after «Publicar anúncio» was pressed. */
  attempted: boolean;
}

/** Summary of all steps, each with a link back to it, and the seller's declaration. */
export function ReviewStep(props: ReviewStepProps) {
  const { draft, photos, categories, settings, errors, pathTo, change, attempted } = props;
  const plan = settings.plans.find(({ slug }) => slug === draft.plan);
  const { ownershipDeclared: declaration, ...open } = errors;
  const block = (step: Step, children: ReactNode) => (
    <Block step={step} path={pathTo(step)} errors={errorsOfStep(open, step)}>
      {children}
    </Block>
  );
  return (
    <>
      {attempted && Object.keys(open).length > 0 && <Missing errors={open} pathTo={pathTo} />}
      <div className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
        {block(
          'categoria',
          <>
            <p className="font-semibold text-ink">{draft.title.trim() || '—'}</p>
            <p>
              {ancestry(categories, draft.categoryId)
                .map(({ name }) => name)
                .join(' › ')}
            </p>
          </>,
        )}
        {block('fotos', <Thumbnails photos={photos} />)}
        {block(
          'detalhes',
          <>
            <p className="line-clamp-3">{draft.description}</p>
            <DeliverySummary draft={draft} />
          </>,
        )}
        {block(
          'preco',
          <p className="flex flex-wrap gap-x-3 tabular-nums">
            <span className="font-semibold text-ink">
              {draft.priceCents === null ? '—' : formatCents(draft.priceCents)}
            </span>{' '}
            <span>Plano {planNames[draft.plan]}</span>{' '}
            {plan && draft.priceCents !== null && (
              <span>Você recebe {formatCents(splitSale(draft.priceCents, plan).netCents)}</span>
            )}
          </p>,
        )}
      </div>
      <div className="rounded-lg border border-border bg-surface px-4 py-2 md:px-5">
        <Checkbox
          checked={draft.ownershipDeclared}
          error={attempted && declaration}
          onCheckedChange={(ownershipDeclared) => change({ ownershipDeclared })}
          hint="A equipe confere cada anúncio antes de ele aparecer."
        >
          O item é meu, ou posso vendê-lo, e o anúncio diz a verdade.
        </Checkbox>
      </div>
    </>
  );
}

function DeliverySummary({ draft }: { draft: Draft }) {
  const { deliveryType, promisedHours, handlingDays, stock } = draft;
  if (deliveryType === null) return null;
  const facts = [
    cardDeliveryText({ ...draft, deliveryType, promisedHours: promisedHours ?? 24 }),
    ...(deliveryType === 'shipping' ? [parcelText(draft), handlingText(handlingDays)] : []),
    formatCount(stock, 'unidade', 'unidades'),
  ];
  return (
    <p className="flex flex-wrap gap-x-3">
      {facts.filter(Boolean).map((fact) => (
        <span key={fact}>{fact} </span>
      ))}
    </p>
  );
}

function Block({
  step,
  path,
  errors,
  children,
}: {
  step: Step;
  path: string;
  errors: FieldErrors;
  children: ReactNode;
}) {
  const label = steps.find(({ slug }) => slug === step)?.label ?? '';
  return (
    <section className="flex gap-4 p-4 md:px-5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 text-sm text-ink-2">
        <h2 className="text-sm font-semibold text-ink-3">{label}</h2>
        {children}
        {Object.entries(errors).map(([field, message]) => (
          <p key={field} className="flex gap-1.5 font-medium text-on-warning-soft">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4" /> {message}
          </p>
        ))}
      </div>
      <Link
        to={path}
        aria-label={`Editar ${label.toLowerCase()}`}
        className="-my-2 inline-flex min-h-11 shrink-0 items-center self-start px-1 text-ui font-semibold text-brand hover:underline"
      >
        Editar
      </Link>
    </section>
  );
}

function Thumbnails({ photos }: { photos: readonly Photo[] }) {
  const reason = uploadReason(photos);
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map(({ key, src }, index) => (
          <li key={key}>
            <img
              src={src}
              alt={`Foto ${index + 1} de ${photos.length}`}
              className="size-14 rounded-sm bg-surface-2 object-cover"
            />
          </li>
        ))}
      </ul>
      {reason && <p>{reason}</p>}
    </>
  );
}

/** Links to every missing field (design §4.1). */
function Missing({ errors, pathTo }: { errors: FieldErrors; pathTo: (step: Step) => string }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-slot="missing"
      className="rounded-lg border border-current/15 bg-danger-soft px-4 py-3 text-sm text-on-danger-soft"
    >
      <p className="text-ui font-semibold">
        {Object.keys(errors).length === 1
          ? 'Falta 1 item para publicar:'
          : `Faltam ${Object.keys(errors).length} itens para publicar:`}
      </p>
      <ul className="mt-1 flex flex-col">
        {Object.entries(errors).map(([field, message]) => (
          <li key={field}>
            <Link to={pathTo(stepOfField(field))} className="inline-flex min-h-11 items-center underline">
              {message}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
