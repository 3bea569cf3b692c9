import type { ReactNode } from 'react';
import type { ParcelSheet, SheetParty } from '#contract/shipping/sheets.ts';
import { addressLines } from '#domain/addresses/lines.ts';
import { documentText } from '#web/accounts/profile/document-text.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { phoneText } from './address-block.tsx';

/** The labels and the declaration of one parcel: two of them fit on a sheet of paper. */
export function ParcelSheetArticle({ sheet }: { sheet: ParcelSheet }) {
  return (
    <article
      aria-label={`Folha do pedido ${sheet.code}`}
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-border-strong bg-surface p-4 text-ink md:p-5 print:mb-4 print:break-inside-avoid print:gap-2 print:rounded-none print:p-3"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h3">{sheet.title}</h2>
        <p className="text-sm text-ink-2">
          Pedido {sheet.code}, {sheet.serviceName}
        </p>
      </header>
      <div className="grid gap-4 sm:grid-cols-2 print:grid-cols-2 print:gap-2">
        <Party title="Destinatário" party={sheet.to} isLarge />
        <Party title="Remetente" party={sheet.from} />
      </div>
      {sheet.invoiceKey ? (
        <p className="text-sm wrap-anywhere tabular-nums">
          <span className="font-semibold">Nota fiscal: </span>
          {sheet.invoiceKey.replace(/(.{4})/g, '$1 ')}
        </p>
      ) : (
        <Declaration sheet={sheet} />
      )}
    </article>
  );
}

interface PartyProps {
  title: string;
  party: SheetParty;
  isLarge?: boolean;
}

function Party({ title, party: { address, document }, isLarge = false }: PartyProps) {
  const [street, district, city] = addressLines(address);
  return (
    <div className="min-w-0 rounded-md border border-border-strong p-3">
      <h3 className="text-sm font-semibold text-ink-2">{title}</h3>
      <address className={`wrap-anywhere not-italic ${isLarge ? 'text-body' : 'text-sm'}`}>
        <span className="block font-semibold">{address.recipient}</span>
        <span className="block">{street}</span>
        {district && <span className="block">{district}</span>}
        <span className="block font-semibold tabular-nums">{city}</span>
        <span className="block tabular-nums">{phoneText(address.phone)}</span>
      </address>
      <p className="text-sm tabular-nums">
        CPF/CNPJ: {document ? documentText(document) : '_______________'}
      </p>
    </div>
  );
}

/** The declaration of content in the words of the postal form (Protocolo ICMS 32/01, Ajuste SINIEF 05/2021). */
function Declaration({ sheet }: { sheet: ParcelSheet }) {
  const { title, quantity, unitPriceCents, weightGrams, from } = sheet;
  const kilos = (weightGrams / 1_000).toLocaleString('pt-BR', { minimumFractionDigits: 3 });
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm print:gap-1.5">
      <h3 className="text-h3">Declaração de conteúdo</h3>
      <table className="w-full">
        <thead>
          <tr>
            <Head>Conteúdo</Head>
            <Head isNumber>Qtd.</Head>
            <Head isNumber>Valor</Head>
          </tr>
        </thead>
        <tbody>
          <tr>
            <Cell>{title}</Cell>
            <Cell isNumber>{quantity}</Cell>
            <Cell isNumber>{formatCents(unitPriceCents * quantity)}</Cell>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <Cell>Total, peso de {kilos} kg</Cell>
            <Cell isNumber>{quantity}</Cell>
            <Cell isNumber>{formatCents(unitPriceCents * quantity)}</Cell>
          </tr>
        </tfoot>
      </table>
      <p className="text-xs text-ink-2">
        Declaro que não me enquadro no conceito de contribuinte previsto no art. 4º da Lei Complementar nº
        87/1996, uma vez que não realizo, com habitualidade ou em volume que caracterize intuito comercial,
        operações de circulação de mercadoria, ou estou dispensado da emissão da nota fiscal por força da
        legislação tributária vigente, responsabilizando-me, nos termos da lei e a quem de direito, por
        informações inverídicas. Declaro que não envio objeto que ponha em risco o transporte, nem objeto
        proibido no fluxo postal, nem substância ilícita (Leis 6.538/1978 e 11.343/2006).
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-2">
        <p>{from.address.city}, ____ de ______________ de ______</p>
        <p className="min-w-56 border-t border-ink pt-1 text-center">Assinatura de quem envia</p>
      </div>
    </div>
  );
}

interface CellProps {
  isNumber?: boolean;
  children: ReactNode;
}

const cellStyles = (isNumber: boolean) =>
  `border border-border-strong px-2 py-1.5 ${isNumber ? 'text-right whitespace-nowrap tabular-nums' : 'text-left wrap-anywhere'}`;

function Head({ isNumber = false, children }: CellProps) {
  return (
    <th scope="col" className={`font-semibold ${cellStyles(isNumber)}`}>
      {children}
    </th>
  );
}

function Cell({ isNumber = false, children }: CellProps) {
  return <td className={cellStyles(isNumber)}>{children}</td>;
}
