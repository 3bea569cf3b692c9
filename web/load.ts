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
      throw data({ code: error.code, detail: error.message }, { status: error.status });
    throw error;
  }
}
