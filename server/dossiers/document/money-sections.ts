import type { Dossier } from '#domain/dossiers/dossier.ts';
import type { ShownMovement } from '#domain/dossiers/ledger-view.ts';
import { accountNames, journalNames } from '#domain/ledger/names.ts';
import { methodNames, paymentNames } from '#domain/state-names.ts';
import type { Pages } from './page-writer.ts';
import { maybeMoment, momentText, money, refundReasonWords, refundStateWords, wordFor } from './words.ts';

/** Each attempt to pay, and each refund. */
export function writePayments(pages: Pages, { payments, refunds }: Dossier): void {
  pages.heading('Pagamentos e reembolsos');
  if (payments.length === 0) pages.paragraph('Nenhuma cobrança foi feita.');
  for (const payment of payments) {
    pages.subheading(`${wordFor(methodNames, payment.method)} de ${money(payment.amountCents)}`);
    pages.facts([
      ['Situação', wordFor(paymentNames, payment.state)],
      ['Cobrança feita em', momentText(payment.createdAt)],
      ['Confirmado em', maybeMoment(payment.confirmedAt)],
      ['Recebido', payment.receivedCents > 0 ? money(payment.receivedCents) : null],
      ['Contestado em', maybeMoment(payment.contestedAt)],
      ['Número do Pix no banco', payment.bankNumber],
    ]);
  }
  for (const refund of refunds) {
    pages.subheading(`Reembolso de ${money(refund.amountCents)}`);
    pages.facts([
      ['Motivo', wordFor(refundReasonWords, refund.reason)],
      ['Situação', wordFor(refundStateWords, refund.state)],
      ['Para', refund.destination === 'original' ? 'o meio do pagamento' : 'o saldo no site'],
      ['Pedido em', momentText(refund.createdAt)],
      ['Devolvido em', maybeMoment(refund.completedAt)],
    ]);
  }
}

/** The order's entries in the ledger, each with its place in the published chain (N10). */
export function* writeLedger(pages: Pages, { ledger, site }: Dossier): Generator<void> {
  pages.heading('Lançamentos');
  if (ledger.length === 0) {
    pages.paragraph('O dinheiro deste pedido ainda não entrou.');
    return;
  }
  pages.paragraph(
    `O livro de lançamentos fecha a cada dia com um código, publicado em ${site.address}/transparencia. O código de cada lançamento abaixo está no arquivo do dia dele.`,
  );
  for (const { kind, at, movements, chain } of ledger) {
    const place = chain
      ? `Dia ${chain.day.split('-').toReversed().join('/')} · código do lançamento ${chain.hash}\nCódigo do dia ${chain.root}`
      : 'O dia deste lançamento ainda não fechou.';
    pages.entry(
      `${momentText(at)} · ${wordFor(journalNames, kind)}`,
      `${movements.map(movementText).join('\n')}`,
    );
    pages.paragraph(place, { small: true });
    yield;
  }
}

const name = (kind: string) => wordFor(accountNames, kind);

function movementText({ from, to, amountCents }: ShownMovement): string {
  const way = [from && `de «${name(from)}»`, to && `para «${name(to)}»`].filter(Boolean).join(' ');
  return `${money(amountCents)} ${way}`;
}
