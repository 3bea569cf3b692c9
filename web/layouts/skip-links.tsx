import type { MouseEvent } from 'react';
import { Cached } from '#web/boot/cached-markup.tsx';

const targets = [
  ['#conteudo', 'Ir para o conteúdo'],
  ['#menu', 'Ir para o menu'],
  ['#busca', 'Ir para a busca'],
  ['#rodape', 'Ir para o rodapé'],
] as const;

/** First in the document: the ways past the navigation, in the order of eMAG. Seen only with focus. */
export function SkipLinks() {
  return (
    <nav aria-label="Atalhos" className="fixed top-2 left-2 z-skip-link">
      <Cached as="ul" kind="skip-link" parts={targets}>
        {([href, label]) => (
          <li key={href}>
            <a
              href={href}
              onClick={focusTarget}
              className="sr-only rounded-md bg-ink text-ui font-semibold text-bg focus:not-sr-only focus:inline-flex focus:h-11 focus:items-center focus:px-4"
            >
              {label}
            </a>
          </li>
        )}
      </Cached>
    </nav>
  );
}

/** The browser scrolls to a target but does not always focus it. Phones hide the search behind its button. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash } = event.currentTarget;
  const [target] = [
    ...document.querySelectorAll<HTMLElement>(`${hash}, [data-opens="${hash.slice(1)}"]`),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: 'nearest' });
  target.focus();
}
