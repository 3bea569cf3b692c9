import { MessageCircle } from '#web/ui/icons/icons.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { openSupport, type SupportRequest } from './open-support.ts';

interface AskSupportProps {
  request: SupportRequest;
  className?: string;
  children?: string;
}

/** «Falar com o atendimento»: opens the panel with the question's subject attached. */
export function AskSupport({ request, className, children = 'Falar com o atendimento' }: AskSupportProps) {
  return (
    <Button
      variant="quiet"
      className={className}
      icon={<MessageCircle aria-hidden="true" />}
      onClick={() => openSupport(request)}
    >
      {children}
    </Button>
  );
}
