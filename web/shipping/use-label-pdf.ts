import { useState } from 'react';
import { printLabels } from '#contract/shipping/shipments.ts';
import { api, ApiError } from '#web/api/api.ts';
import { savePdf } from './save-pdf.ts';

/** Reads the labels of several orders as one PDF and saves it as a file. */
export function useLabelPdf() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  /** @param name of the file, without its ending */
  async function save(hashes: readonly string[], name: string): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      const { pdf } = await api(printLabels, { body: { hashes: [...hashes] } });
      savePdf(pdf, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return { save, pending, problem };
}
