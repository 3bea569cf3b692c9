import { useRevalidator } from 'react-router';
import { enterCategoryTemplate, listCategoryTemplates } from '#contract/listings/category-templates.ts';
import type { Reply } from '#contract/endpoint.ts';
import { categoryTemplateTexts } from '#domain/listings/category-templates.ts';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

type Template = Reply<typeof listCategoryTemplates>['items'][number];

interface TemplateListProps {
  items: readonly Template[];
  editable: boolean;
}

/** Ready sets of categories: what each has, and a button that adds what is missing of it. */
export function TemplateList({ items, editable }: TemplateListProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
      {items.map((template) => (
        <li key={template.slug} className="flex">
          <TemplateChoice template={template} editable={editable} />
        </li>
      ))}
    </ul>
  );
}

function TemplateChoice({ template, editable }: { template: Template; editable: boolean }) {
  const { slug, branches, categories, missing } = template;
  const { title, text } = categoryTemplateTexts[slug];
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useAction();
  const label =
    missing === 0 || missing === categories
      ? 'Criar estas categorias'
      : `Criar ${formatCount(missing, 'que falta', 'que faltam')}`;
  const enter = () =>
    run(async () => {
      const key = newIdempotencyKey();
      const { added } = await api(enterCategoryTemplate, { params: { template: slug }, idempotencyKey: key });
      aviso.sucesso('Categorias criadas', `${formatCount(added, 'categoria', 'categorias')} de ${title}.`);
      await revalidate();
    });
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 rounded-md border border-border p-4">
      <h3 className="text-ui font-semibold">{title}</h3>
      <p className="text-sm text-ink-2">{text}</p>
      <p className="text-sm text-ink-3">
        {branches.join(', ')}: {formatCount(categories, 'categoria', 'categorias')}.
      </p>
      <ProblemBanner problem={problem} />
      <Button
        variant="secondary"
        className="mt-auto self-start"
        loading={pending}
        aria-label={`${label}: ${title}`}
        disabledReason={reasonOf(missing, editable)}
        onClick={() => void enter()}
      >
        {label}
      </Button>
    </div>
  );
}

function reasonOf(missing: number, editable: boolean): string | undefined {
  if (!editable) return 'Só administradores mudam as categorias.';
  return missing === 0 ? 'Todas estas categorias já existem.' : undefined;
}
