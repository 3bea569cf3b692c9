import { dossierBounds } from '#domain/dossiers/dossier.ts';
import type { Dossier, DossierMessage } from '#domain/dossiers/dossier.ts';
import type { Pages } from './page-writer.ts';
import { actorName, bytes, handlingWords, momentText, number } from './words.ts';

/** The conversation of the two sides, oldest first. */
export function* writeMessages(pages: Pages, dossier: Dossier): Generator<void> {
  const { total, items } = dossier.messages;
  pages.heading('Mensagens');
  if (total === 0) pages.paragraph('As partes não trocaram mensagens neste pedido.');
  if (total > items.length)
    pages.paragraph(
      `A conversa tem ${number(total)} mensagens. Um dossiê mostra as mais recentes, até ${number(dossierBounds.messages)} mensagens e ${number(dossierBounds.messageLetters)} letras: aqui estão ${number(items.length)}.`,
    );
  for (const [index, message] of items.entries()) {
    writeMessage(pages, message, dossier);
    if (index % 50 === 49) yield;
  }
  if (items.some(({ text, original }) => /\p{Extended_Pictographic}/u.test(`${text}${original}`)))
    pages.paragraph(
      'Um emoji aparece pelo seu número Unicode, como [U+1F600]. O JSON o tem como foi escrito.',
      {
        small: true,
      },
    );
}

function writeMessage(pages: Pages, message: DossierMessage, dossier: Dossier): void {
  const { number: place, at, by, text, original, handling, files } = message;
  const note = handlingWords[handling];
  pages.entry(
    `${number(place)} · ${momentText(at)} · ${actorName(by, dossier)}${note ? ` · ${note}` : ''}`,
    text ?? 'O texto não aparece neste dossiê.',
  );
  if (original !== null) pages.paragraph(`Como foi escrita: ${original}`, { small: true });
  for (const { name, bytes: size } of files)
    pages.paragraph(`Arquivo: ${name} (${bytes(size)})`, { small: true });
}
