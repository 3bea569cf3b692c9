import { data } from 'react-router';
import { ApiError } from './api.ts';

/**
 * Turns a refusal of the API into the page's own status, so that a listing that does not exist is a real 404 and
 * not an empty page.
 */
export async function orStatus<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400)
      throw data({ code: error.code, detail: error.detail }, { status: error.status });
    throw error;
  }
}

/** A part of a page that may fail alone and then is null; a session that ended concerns the whole page. */
export async function alone<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && !endsThePage.includes(error.code)) return null;
    throw error;
  });
}

/** The tab that is open fails with its page; of one that is not only its number is missing. */
export function ofTab<T>(isOpen: boolean, work: Promise<T>): Promise<T | null> {
  return isOpen ? orStatus(work) : alone(work);
}

const endsThePage = ['unauthenticated', 'two_factor_pending'];
