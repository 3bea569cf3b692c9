import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { previewPage, publishPage } from '#contract/settings/settings.ts';
import type { listPageVersions } from '#contract/settings/settings.ts';
import { pageSlugs } from '#domain/settings/page-texts.ts';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Prose } from '#web/pages/prose.tsx';
import { LeaveGuard } from '#web/navigation/leave-guard.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

export const pageNames: Record<PageSlug, string> = {
  termos: 'Termos',
  privacidade: 'Privacidade',
  'perguntas-frequentes': 'Perguntas frequentes',
  'como-funciona': 'Como funciona',
  tarifas: 'Tarifas',
  'formas-de-pagamento': 'Formas de pagamento',
};

export interface PageEditorProps {
  slug: PageSlug;
  texts: Reply<typeof listPageVersions>;
  editable: boolean;
}

/** The Markdown of an institutional page next to its preview; publishing creates a version. */
export function PageEditor({ slug, texts, editable }: PageEditorProps) {
  const newest = texts.items[0]!;
  const { revalidate } = useRevalidator();
  const [markdown, setMarkdown] = useState(newest.markdown);
  const [preview, setPreview] = useState<Reply<typeof previewPage> | null>(null);
  const { formProps, errors, problem, pending, setErrors } = useSubmission(publishPage, {
    params: { slug },
    read: (form) => {
      const day = String(form.get('startsAt') ?? '');
      return {
        basedOn: newest.version,
        markdown,
        reason: String(form.get('reason') ?? '').trim(),
        ...(day && { startsAt: new Date(day).toISOString() }),
      };
    },
    onDone: async ({ version, startsAt }) => {
      aviso.sucesso('Texto publicado', `Versão ${version}, a partir de ${formatDateTime(startsAt)}.`);
      await revalidate();
    },
  });
  async function loadPreview(): Promise<void> {
    try {
      setPreview(await api(previewPage, { params: { slug }, body: { markdown } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.fields);
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <LeaveGuard
        unsaved={markdown !== newest.markdown && !pending}
        text="O texto que você mudou ainda não foi publicado."
      />
      <TabLinks
        aria-label="Páginas"
        links={pageSlugs.map((page) => ({
          label: pageNames[page],
          link: (
            <Link to={`?secao=textos&pagina=${page}`} aria-current={page === slug ? 'page' : undefined} />
          ),
        }))}
      />
      <div
        className={cn(
          'grid gap-8',
          preview ? 'xl:grid-cols-2' : 'xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
        )}
      >
        <form {...formProps} className="flex min-w-0 flex-col gap-5">
          <Field
            label={`Texto de «${pageNames[slug]}»`}
            error={errors.markdown}
            hint="Markdown. O que está entre chaves duplas é preenchido automaticamente."
          >
            <Textarea
              value={markdown}
              readOnly={!editable}
              minRows={14}
              maxRows={28}
              className="font-mono text-sm"
              onChange={({ target }) => setMarkdown(target.value)}
            />
          </Field>
          <details className="-mt-3 text-sm text-ink-2">
            <summary className="min-h-11 content-center">
              Ver {formatCount(texts.placeholders.length, 'campo preenchido', 'campos preenchidos')}{' '}
              automaticamente
            </summary>
            <p className="font-mono text-xs break-words">
              {texts.placeholders.map((name) => `{{${name}}}`).join(' ')}
            </p>
          </details>
          <Field label="Motivo da mudança" error={errors.reason}>
            <TextInput name="reason" readOnly={!editable} />
          </Field>
          <Field label="Vale a partir de" optional error={errors.startsAt} hint="Sem data, vale agora.">
            <TextInput type="datetime-local" name="startsAt" readOnly={!editable} />
          </Field>
          <ProblemBanner problem={problem} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => void loadPreview()}>
              Ver como fica
            </Button>
            <Button
              type="submit"
              loading={pending}
              disabledReason={editable ? undefined : 'Só administradores publicam textos.'}
            >
              Publicar texto
            </Button>
          </div>
        </form>
        <div className="flex min-w-0 flex-col gap-6">
          {preview && (
            <section aria-label="Prévia" className="rounded-lg border border-border bg-surface p-4 md:p-6">
              <h2 className="text-h2">{preview.title}</h2>
              {preview.sections.map((section) => (
                <div key={section.id} className="mt-4">
                  <h3 className="text-h3">{section.title}</h3>
                  <Prose html={section.html} />
                  {section.items.map((item) => (
                    <div key={item.id} className="mt-3">
                      <h4 className="text-ui font-semibold">{item.title}</h4>
                      <Prose html={item.html} />
                    </div>
                  ))}
                </div>
              ))}
            </section>
          )}
          <section aria-label="Versões">
            <h2 className="text-h3">Versões</h2>
            <ul className="mt-2 flex flex-col divide-y divide-border text-sm">
              {texts.items.map((text) => (
                <li key={text.version} className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0">
                    Versão {text.version} · {formatDateTime(text.startsAt)}
                    {text.author && ` · @${text.author.username}`}
                    {text.reason && <span className="block text-ink-3">{text.reason}</span>}
                  </span>
                  <Button
                    variant="quiet"
                    size="sm"
                    className="-mr-3.5"
                    aria-label={`Usar a versão ${text.version}`}
                    onClick={() => setMarkdown(text.markdown)}
                  >
                    Usar
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}
