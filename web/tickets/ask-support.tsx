import { MessageCircle } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { openSupport, type SupportRequest } from './open-support.ts';

/** «Falar com o atendimento»: opens the panel with what the question is about attached. */
export function AskSupport({ request, className }: { request: SupportRequest; className?: string }) {
  return (
    <Button
      variant="quiet"
      className={className}
      icon={<MessageCircle aria-hidden="true" />}
      onClick={() => openSupport(request)}
    >
      Falar com o atendimento
    </Button>
  );
}
