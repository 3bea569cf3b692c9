import { Search } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, apiContext } from '#web/api/api.ts';
import { signInPath } from '#web/api/guard.ts';
import { useSession } from '#web/session.tsx';
import { AskSupport } from '#web/tickets/ask-support.tsx';
import { Accordion } from '#web/ui/page/accordion.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { findQuestions } from './faq-search.ts';
import { loadPageText, pageTextMeta } from './page-text.ts';
import { Prose } from './prose.tsx';
import type { Route } from './+types/faq-page';

export { PageError as ErrorBoundary } from './page-error.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadPageText(context.get(apiContext), 'perguntas-frequentes', request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadPageText(api, 'perguntas-frequentes', request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

/** `/perguntas-frequentes`: searchable questions. Every question has its own URL. */
export default function FaqPage({ loaderData: { text } }: Route.ComponentProps) {
  const [query, setQuery] = useState('');
  const topics = findQuestions(text.sections, query);
  return (
    <div className="mx-auto w-full max-w-page page-gutter pt-6 md:pt-10">
      <PageHeader title={text.title} text={text.summary[0]} />
      <Field label="Buscar nas perguntas" hideLabel className="mt-5 max-w-[480px]">
        <TextInput
          type="search"
          value={query}
          placeholder="Sobre o que é sua dúvida?"
          leading={<Search aria-hidden="true" />}
          onChange={(event) => setQuery(event.target.value)}
        />
      </Field>
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <nav
          aria-label="Temas"
          className="scroll-row flex gap-2 lg:sticky lg:top-24 lg:flex-col lg:self-start"
        >
          {text.sections.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-border bg-surface px-4 text-ui hover:bg-surface-2 lg:rounded-md lg:border-transparent lg:bg-transparent lg:px-3"
            >
              {title}
            </a>
          ))}
        </nav>
        <div className="flex min-w-0 flex-col gap-10">
          {topics.map(({ id, title, items }) => (
            <section key={id} id={id} className="scroll-mt-24">
              <h2 className="mb-2 text-h2">{title}</h2>
              <Accordion
                items={items.map((item) => ({
                  id: item.id,
                  title: item.title,
                  content: <Prose html={item.html} />,
                  open: query.trim() !== '' && topics.length === 1,
                }))}
              />
            </section>
          ))}
          {topics.length === 0 && (
            <EmptyState
              title={`Nada sobre “${query.trim()}”.`}
              text="Veja os temas ao lado ou tente outra palavra."
              action={
                <Button variant="secondary" onClick={() => setQuery('')}>
                  Ver todas as perguntas
                </Button>
              }
              seed="perguntas"
            />
          )}
          <Doubt />
        </div>
      </div>
    </div>
  );
}

/** Where to go on without an answer: how it works, and the chat. */
function Doubt() {
  const { signedIn } = useSession();
  return (
    <>
      <p className="text-body text-ink-2">
        Ainda com dúvida? Veja{' '}
        <Link to="/como-funciona" className="font-semibold text-brand underline">
          como funciona
        </Link>{' '}
        ou pergunte à equipe.
      </p>
      {signedIn ? (
        <AskSupport
          className="-mt-8 -ml-5 self-start"
          request={{ category: 'other', about: null, label: null }}
        />
      ) : (
        <Button asChild variant="quiet" className="-mt-8 -ml-5 self-start">
          <Link to={signInPath('/perguntas-frequentes')}>Entrar e falar com o atendimento</Link>
        </Button>
      )}
    </>
  );
}
