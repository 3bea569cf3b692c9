import { Link, useRevalidator } from 'react-router';
import { SearchForm } from '#web/layouts/search/search-form.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useOnline } from '#web/ui/page/use-online.ts';
import { loadFailureText } from '#web/api/load-failure-text.ts';
import { LooseTile } from './loose-tile.tsx';

type Kind = 'missing' | 'gone' | 'forbidden' | 'offline' | 'broken';

const errorTexts: Record<Kind, { title: string; text: string }> = {
  missing: { title: 'Não encontramos esta página', text: 'O endereço pode ter mudado.' },
  gone: {
    title: 'Este conteúdo saiu do ar',
    text: 'Quem publicou removeu este conteúdo. Procure outros parecidos.',
  },
  forbidden: { title: 'Acesso restrito', text: 'Você não tem permissão para ver este endereço.' },
  offline: { title: 'Você está sem internet', text: 'Confira sua conexão. Nada do que você fez se perdeu.' },
  broken: {
    title: 'Algo quebrou do nosso lado',
    text: 'Já registramos o problema. Tente de novo em instantes.',
  },
};

export interface ErrorScreenProps {
  status: number;
  detail?: string;
  /** The title of the failed page; `thing` is the content it could not load: «suas vendas». */
  title?: string;
  thing?: string;
}

/** The screen for unknown addresses and failures: what happened, and links to continue. */
export function ErrorScreen({ status, detail, ...page }: ErrorScreenProps) {
  const online = useOnline();
  const { revalidate, state } = useRevalidator();
  const kind = kindOf(status, online);
  const { title, text } = kind === 'broken' ? failureTexts(page) : errorTexts[kind];
  const shownDetail = page.thing && status >= 500 ? null : detail;
  return (
    <div
      ref={scrollToTop}
      className="mx-auto flex w-full max-w-[592px] flex-col items-center page-gutter pt-10 text-center md:pt-16"
    >
      <LooseTile seed={kind} />
      <h1 className="mt-8 text-h1">{title}</h1>
      <p className="mt-2 text-body text-ink-2">{shownDetail ?? text}</p>
      {kind === 'missing' || kind === 'gone' ? (
        <>
          <SearchForm className="mt-6 w-full max-w-[440px]" />
          <Button asChild className="mt-4">
            {kind === 'gone' ? (
              <Link to="/anuncios">Ver anúncios</Link>
            ) : (
              <Link to="/">Ir para o início</Link>
            )}
          </Button>
        </>
      ) : (
        <div className="mt-6 flex flex-col items-center gap-2 sm:flex-row">
          {kind !== 'forbidden' && (
            <Button loading={state === 'loading'} onClick={() => void revalidate()}>
              Tentar de novo
            </Button>
          )}
          <Button asChild variant="quiet">
            <Link to="/">Ir para o início</Link>
          </Button>
        </div>
      )}
    </div>
  );
}

/** A failed page keeps its title; the text says that its content did not load. */
function failureTexts({ title, thing }: Pick<ErrorScreenProps, 'title' | 'thing'>) {
  if (!title || !thing) return errorTexts.broken;
  return { title, text: loadFailureText(thing) };
}

/** Scrolls up, since the screen may replace a page that was scrolled down. */
function scrollToTop(screen: HTMLElement | null): void {
  if (screen) window.scrollTo(0, 0);
}

function kindOf(status: number, online: boolean): Kind {
  if (!online || status === 0) return 'offline';
  if (status === 403) return 'forbidden';
  if (status === 410) return 'gone';
  return status === 404 || status === 400 ? 'missing' : 'broken';
}
