import { CircleCheck, CircleHelp, CircleX } from '#web/ui/icons/icons.tsx';

const holders = {
  yes: { icon: CircleCheck, text: 'Confere', tone: 'text-on-success-soft' },
  no: { icon: CircleX, text: 'Não confere', tone: 'text-danger' },
  unknown: { icon: CircleHelp, text: 'Não informado pelo banco', tone: 'text-ink-2' },
};

/** Whether the bank confirms that the Pix key belongs to the account's owner. */
export function HolderMark({ matches }: { matches: boolean | null }) {
  const { icon: Icon, text, tone } = holders[matches === null ? 'unknown' : matches ? 'yes' : 'no'];
  return (
    <span
      className={`inline-flex items-center gap-1 text-[length:min(0.8125rem,4.2vw)] font-medium wrap-normal ${tone}`}
    >
      <Icon aria-hidden="true" className="size-4" /> {text}
    </span>
  );
}
