import type { Complaint, ComplaintAction } from '#contract/complaints/complaints.ts';

/** Whether the viewer may take this action now. */
export function mayDo({ actions }: Complaint, event: ComplaintAction['event']): boolean {
  return actions.some((action) => action.event === event && action.allowed);
}
