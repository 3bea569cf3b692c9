import type { Dossier, DossierText, SignedDossier } from '#domain/dossiers/dossier.ts';
import { readerNames } from '#domain/dossiers/readers.ts';
import { orderEventNames } from '#domain/orders/event-names.ts';
import { orderNames, taxTypeNames } from '#domain/state-names.ts';
import { writeComplaints, writeDecisions } from './complaint-sections.ts';
import { writeDelivery } from './delivery-sections.ts';
import { writeMessages } from './message-sections.ts';
import { writeLedger, writePayments } from './money-sections.ts';
import { writePages } from './page-writer.ts';
import type { Pages } from './page-writer.ts';
import {
  actorName,
  cancelReasonWords,
  deliveryTypeWords,
  maybeMoment,
  maybeMoney,
  momentText,
  money,
  number,
  wordFor,
} from './words.ts';

/** The dossier for reading: what its JSON says, in Portuguese, with the hash of the JSON on each page. */
export function dossierPdf(signed: SignedDossier): Promise<Uint8Array> {
  const { dossier, sha256 } = signed;
  const { site, order } = dossier;
  const title = `Dossiê do pedido ${order.code}`;
  return writePages(
    {
      title: `${title} · ${site.name}`,
      head: `${site.name} · ${title} · feito para ${readerNames[dossier.reader]} em ${momentText(dossier.madeAt)}`,
      foot: `SHA-256 do dossiê: ${sha256}`,
    },
    (pages) => sections(pages, signed),
  );
}

function* sections(pages: Pages, signed: SignedDossier): Generator<void> {
  const { dossier } = signed;
  pages.title(`Dossiê do pedido ${dossier.order.code}`);
  pages.paragraph(
    `Feito por ${dossier.site.name} (${dossier.site.address}) para ${readerNames[dossier.reader]}, em ${momentText(dossier.madeAt)}. Todos os horários são de Brasília. Este PDF mostra o que está no arquivo JSON feito junto com ele; a assinatura protege o JSON.`,
  );
  writeSummary(pages, dossier);
  writeListing(pages, dossier);
  writeHistory(pages, dossier);
  yield;
  yield* writeDelivery(pages, dossier);
  yield* writeMessages(pages, dossier);
  writePayments(pages, dossier);
  yield* writeLedger(pages, dossier);
  yield* writeComplaints(pages, dossier);
  writeDecisions(pages, dossier);
  writeLimits(pages, dossier);
  writeVerification(pages, signed);
}

function writeSummary(pages: Pages, { order, people }: Dossier): void {
  pages.heading('Resumo');
  pages.facts([
    ['Pedido', order.code],
    ['Situação', wordFor(orderNames, order.state)],
    ['Motivo do cancelamento', order.cancelReason && wordFor(cancelReasonWords, order.cancelReason)],
    ['Feito em', momentText(order.placedAt)],
    ['Pago em', maybeMoment(order.paidAt)],
    ['Encerrado em', maybeMoment(order.closedAt)],
    ['Quantidade e preço', `${number(order.quantity)} × ${money(order.unitPriceCents)}`],
    ['Frete', order.freightCents > 0 ? money(order.freightCents) : null],
    ['Total', money(order.totalCents)],
    ['Reembolsado', order.refundedCents > 0 ? money(order.refundedCents) : null],
    ['Tarifa de venda', maybeMoney(order.commissionCents)],
    ['A receber por quem vende', maybeMoney(order.netCents)],
    ['Garantia do site', `${number(order.warrantyDays)} dias depois da entrega`],
    ['Nota fiscal', order.invoiceKey],
  ]);
  pages.heading('Partes');
  for (const [title, person, extra] of [
    ['Quem comprou', people.buyer, []],
    [
      'Quem vendeu',
      people.seller,
      people.seller.taxType ? [['Regime', wordFor(taxTypeNames, people.seller.taxType)] as const] : [],
    ],
  ] as const)
    pages.facts([
      [title, `@${person.username}`],
      ['Nome civil', person.civilName],
      ['CPF ou CNPJ', person.document],
      ...extra,
    ]);
}

function writeListing(pages: Pages, { listing, agreement, site, order }: Dossier): void {
  pages.heading('O que foi comprado');
  pages.facts([
    ['Anúncio', listing.title],
    ['Categoria', listing.category],
    ['Versão', `${number(listing.version)}, de ${momentText(listing.since)}`],
    ['Preço na versão', money(listing.priceCents)],
    ['Entrega', wordFor(deliveryTypeWords, order.deliveryType)],
    ['Fotos', number(listing.photos)],
    ['SHA-256 da versão', listing.sha256],
  ]);
  pages.entry('Descrição', listing.description);
  pages.heading('O que cada parte aceitou');
  const { buyerTerms, sellerTerms, rules } = agreement;
  pages.facts([
    ['Termos, quem comprou', termsText(buyerTerms)],
    ['Termos, quem vendeu', termsText(sellerTerms)],
    ['Regras com os números', termsText(rules)],
    ['Onde ler', `${site.address}/termos?versao=${buyerTerms.version}&regras=${rules.version}`],
  ]);
}

const termsText = ({ version, since, sha256 }: DossierText) =>
  `versão ${number(version)}, de ${momentText(since)}. SHA-256 ${sha256}`;

function writeHistory(pages: Pages, dossier: Dossier): void {
  pages.heading('Histórico');
  for (const { at, event, by } of dossier.timeline)
    pages.entry(`${momentText(at)} · ${wordFor(orderEventNames, event)}`, actorName(by, dossier));
}

function writeLimits(pages: Pages, { omissions, reader }: Dossier): void {
  pages.heading(`O que ficou fora do dossiê para ${readerNames[reader]}`);
  for (const omission of omissions) pages.paragraph(`• ${omission}`);
}

function writeVerification(pages: Pages, { sha256, signature, dossier }: SignedDossier): void {
  pages.heading('Como conferir');
  pages.paragraph(
    `Guarde o JSON. Quem o receber confere, sem internet e só com o Node.js: node bin/verify-dossier.js ARQUIVO.json --key CHAVE. O programa está no repositório do site, e a chave pública em ${dossier.site.address}/transparencia. Um byte mudado no JSON, e a conferência falha. O SHA-256 que o programa mostra é o que está embaixo de cada página.`,
  );
  pages.facts([
    ['SHA-256 do dossiê', sha256],
    ['Assinatura', `${signature.algorithm}: ${signature.value}`],
    ['Chave pública', signature.publicKey],
  ]);
}
