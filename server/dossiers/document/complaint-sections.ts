import type { Dossier, DossierComplaint } from '#domain/dossiers/dossier.ts';
import { complaintReasonNames } from '#domain/complaints/names.ts';
import { orderEventNames } from '#domain/orders/event-names.ts';
import { writeFile } from './delivery-sections.ts';
import type { Pages } from './page-writer.ts';
import {
  actorName,
  complaintStateWords,
  decisionWords,
  endingWords,
  maybeMoment,
  momentText,
  money,
  outcomeWords,
  proposalStateWords,
  wordFor,
} from './words.ts';

/** Complaints with what both sides wrote, and requests to cancel. */
export function* writeComplaints(pages: Pages, dossier: Dossier): Generator<void> {
  const { complaints, cancellation } = dossier;
  if (cancellation) {
    pages.heading('Pedido de cancelamento');
    pages.entry(`${momentText(cancellation.askedAt)} · ${actorName('buyer', dossier)}`, cancellation.note);
    if (cancellation.answeredAt)
      pages.entry(
        `${momentText(cancellation.answeredAt)} · ${actorName('seller', dossier)} · ${cancellation.state === 'refused' ? 'recusou' : 'respondeu'}`,
        cancellation.answer,
      );
  }
  pages.heading('Reclamações');
  if (complaints.length === 0) pages.paragraph('Este pedido não teve reclamação.');
  for (const complaint of complaints) {
    writeComplaint(pages, complaint, dossier);
    yield;
  }
}

function writeComplaint(pages: Pages, complaint: DossierComplaint, dossier: Dossier): void {
  const by = (side: string) => actorName(side, dossier);
  pages.subheading(`Reclamação: ${wordFor(complaintReasonNames, complaint.reason)}`);
  pages.facts([
    ['Aberta em', momentText(complaint.openedAt)],
    ['Quem comprou quer', wordFor(outcomeWords, complaint.wish)],
    ['Situação', wordFor(complaintStateWords, complaint.state)],
    ['Encerrada em', maybeMoment(complaint.closedAt)],
    ['Terminou', complaint.ending && wordFor(endingWords, complaint.ending)],
    ['Resultado', complaint.result && wordFor(outcomeWords, complaint.result)],
    ['Reembolso', complaint.refundCents > 0 ? money(complaint.refundCents) : null],
  ]);
  pages.entry(`${momentText(complaint.openedAt)} · ${by('buyer')}`, complaint.words);
  for (const { at, by: side, kind, words, state } of complaint.proposals)
    pages.entry(
      `${momentText(at)} · ${by(side)} propôs ${wordFor(outcomeWords, kind)} · ${wordFor(proposalStateWords, state)}`,
      words,
    );
  for (const { at, to, words, answer, answeredAt } of complaint.requests) {
    pages.entry(`${momentText(at)} · a equipe pediu a ${by(to)}`, words);
    if (answeredAt) pages.entry(`${momentText(answeredAt)} · resposta de ${by(to)}`, answer);
  }
  for (const { at, grounds, rule, result, instance, byDeadline } of complaint.decisions)
    pages.entry(
      `${momentText(at)} · ${instance === 'appeal' ? 'decisão do recurso' : 'decisão'}${byDeadline ? ' por prazo' : ''}: ${wordFor(outcomeWords, result)}`,
      `${grounds}\nRegra: ${rule}`,
    );
  for (const { at, by: side, ground, words } of complaint.appeals)
    pages.entry(
      `${momentText(at)} · recurso de ${by(side)}: ${ground === 'new_fact' ? 'há um fato novo' : 'há um erro na decisão'}`,
      words,
    );
  for (const file of complaint.files) writeFile(pages, file, { title: 'Prova', dossier });
}

/** What the team did with the order outside of its complaints. */
export function writeDecisions(pages: Pages, { decisions }: Dossier): void {
  if (decisions.length === 0) return;
  pages.heading('Decisões da equipe sobre o pedido');
  for (const { kind, at, endedAt, amountCents } of decisions)
    pages.entry(
      `${momentText(at)} · ${wordFor({ ...orderEventNames, ...decisionWords }, kind)}`,
      [
        amountCents !== null && amountCents > 0 && `${money(amountCents)}`,
        endedAt && `até ${momentText(endedAt)}`,
      ]
        .filter(Boolean)
        .join(', ') || null,
    );
}
