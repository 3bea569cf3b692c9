import type { Dossier, DossierFile, DossierParcel, Listed } from '#domain/dossiers/dossier.ts';
import { carrierEventNames, shipmentStateNames } from '#domain/shipping/shipments.ts';
import type { Pages } from './page-writer.ts';
import {
  actorName,
  bytes,
  maybeMoment,
  momentText,
  number,
  provesWords,
  returnReasonWords,
  returnStateWords,
  wordFor,
} from './words.ts';

/** How the order was delivered, with every code shown, file, parcel, handover and return. */
export function* writeDelivery(pages: Pages, dossier: Dossier): Generator<void> {
  const { delivery } = dossier;
  pages.heading('Entrega');
  pages.facts([
    ['Prometida até', maybeMoment(delivery.promisedAt)],
    ['Começou em', maybeMoment(delivery.startedAt)],
    ['Entregue em', maybeMoment(delivery.deliveredAt) ?? 'Não foi entregue'],
    ['SHA-256 do texto', delivery.note?.sha256 ?? null],
    ['Código de retirada', delivery.pickup && `${number(delivery.pickup.failedTries)} tentativas erradas`],
  ]);
  if (delivery.note?.text) pages.entry('Texto da entrega', delivery.note.text);
  yield* writeCodes(pages, delivery);
  for (const file of delivery.files) {
    writeFile(pages, file, { title: wordFor(provesWords, file.proves), dossier });
    for (const { at, by, network } of file.openings)
      pages.paragraph(`Aberto em ${momentText(at)} por ${actorName(by, dossier)}${networkText(network)}`, {
        small: true,
      });
  }
  yield;
  if (delivery.parcel) writeParcel(pages, delivery.parcel);
  for (const back of delivery.returns) {
    pages.subheading(`Devolução por ${wordFor(returnReasonWords, back.reason)}`);
    pages.facts([
      ['Situação', wordFor(returnStateWords, back.state)],
      ['Aberta em', momentText(back.openedAt)],
      ['Transportadora', back.carrier],
      ['Código de rastreio', back.trackingCode],
      ['Postada em', maybeMoment(back.postedAt)],
      ['Chegou em', maybeMoment(back.arrivedAt)],
      ['Encerrada em', maybeMoment(back.closedAt)],
    ]);
    writeSteps(pages, back.events);
  }
}

const networkText = (network: string | null) => (network === null ? '' : ` · IP ${network}`);

function* writeCodes(pages: Pages, { codes }: Dossier['delivery']): Generator<void> {
  if (!codes) return;
  pages.subheading(`Códigos: ${number(codes.sold)} vendidos, ${number(codes.reveals.length)} mostrados`);
  for (const [index, { at, by, device, network, sha256 }] of codes.reveals.entries()) {
    pages.entry(
      `${momentText(at)} · mostrado a @${by}`,
      `${device}${networkText(network)}\nSHA-256 do código: ${sha256}`,
    );
    if (index % 50 === 49) yield;
  }
}

/** A file by its name, size and hash. */
export function writeFile(
  pages: Pages,
  { name, bytes: size, sha256, at, by }: DossierFile,
  { title, dossier }: { title: string; dossier: Dossier },
): void {
  pages.entry(
    `${title}: ${name} (${bytes(size)})`,
    `Enviado em ${momentText(at)} por ${actorName(by, dossier)}\nSHA-256 do arquivo: ${sha256}`,
  );
}

function writeParcel(pages: Pages, parcel: DossierParcel): void {
  pages.subheading('Pacote');
  pages.facts([
    ['Situação', wordFor(shipmentStateNames, parcel.state)],
    ['Transportadora', [parcel.carrier, parcel.service].filter(Boolean).join(', ')],
    ['Código de rastreio', parcel.trackingCode ?? 'Não informado'],
    ['De, para', `${parcel.originState ?? '?'}, ${parcel.destinationState ?? '?'}`],
    ['Peso declarado', parcel.weightGrams === null ? null : `${number(parcel.weightGrams)} g`],
    ['Postado em', maybeMoment(parcel.postedAt)],
    ['Entregue em', maybeMoment(parcel.deliveredAt)],
  ]);
  writeSteps(pages, parcel.events);
}

function writeSteps(pages: Pages, { total, items }: Listed<DossierParcel['events']['items'][number]>): void {
  if (total > items.length)
    pages.paragraph(`Aqui estão os ${number(items.length)} passos mais recentes de ${number(total)}.`);
  for (const { at, kind, place, words } of items)
    pages.entry(
      `${momentText(at)} · ${wordFor(carrierEventNames, kind)}`,
      [place, words].filter((text) => text !== '').join(': ') || null,
    );
}
