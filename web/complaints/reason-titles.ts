import { complaintReasonNames } from '#domain/complaints/names.ts';

/** What a complaint is about, as its buyer chooses it. */
export const reasonTitles = complaintReasonNames;
