import { HandCoins, LockKeyhole, PackageCheck } from '#web/ui/icons/icons.tsx';
import { Section } from '#web/ui/cards/card.tsx';

const steps = [
  {
    icon: LockKeyhole,
    title: 'Você paga pelo site',
    text: 'O Pix entra e fica guardado. Quem vende ainda não recebe.',
  },
  {
    icon: PackageCheck,
    title: 'O vendedor entrega',
    text: 'Na hora, ou no prazo que está no anúncio. Não entregou, o valor volta.',
  },
  {
    icon: HandCoins,
    title: 'Você confirma e o dinheiro é liberado',
    text: 'Só depois de conferir o que recebeu.',
  },
];

/** The buyer protection in three steps. */
export function Protection() {
  return (
    <Section title="Como sua compra é protegida">
      <ol className="grid gap-3 md:grid-cols-3 md:gap-5">
        {steps.map(({ icon: Icon, title, text }, index) => (
          <li
            key={title}
            className="flex gap-4 rounded-lg border border-border bg-surface p-4 md:flex-col md:gap-3 md:p-5"
          >
            <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-brand-soft text-on-brand-soft">
              <Icon aria-hidden="true" className="size-5.5" />
            </span>
            <div>
              <h3 className="text-h3">
                {index + 1}. {title}
              </h3>
              <p className="mt-1 text-ui font-normal text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
