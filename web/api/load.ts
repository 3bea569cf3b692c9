import { data } from 'react-router';
import { ApiError } from './api.ts';

/**
 * Turns an API error into the page's own status, so that a listing that does not exist is a real 404 and not an empty
 * page.
 */
export async function orErrorStatus<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400)
      throw data({ code: error.code, detail: error.detail }, { status: error.status });
    throw error;
  }
}

/** Loads a part of a page; null when it fails, except when the session ended, which concerns the whole page. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && !pageWideCodes.includes(error.code)) return null;
    throw error;
  });
}

/** Loads a tab: a failure of the open tab fails the page; a closed tab only lacks its count. */
export function loadTab<T>(isOpen: boolean, work: Promise<T>): Promise<T | null> {
  return isOpen ? orErrorStatus(work) : orNull(work);
}

const pageWideCodes = ['unauthenticated', 'two_factor_pending'];
