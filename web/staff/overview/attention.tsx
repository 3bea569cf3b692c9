import type { Queues } from '#web/staff/queue/use-queues.ts';
import { OpenSetup } from '#web/staff/setup/open-setup.tsx';
import { StuckWork } from './stuck-work.tsx';

/** What administrators should see before the queues: stuck work, and how much of the set-up is open. */
export function Attention({ stuck }: { stuck: Queues['stuck'] }) {
  return (
    <>
      {stuck && stuck.length > 0 && <StuckWork stuck={stuck} />}
      <OpenSetup />
    </>
  );
}
