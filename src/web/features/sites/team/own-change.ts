/** Milliseconds in which the news of one's own change may still come. */
const ECHO = 5000;

const own = new Map<number, number>();

/** Does what changes one's own place in a project; while its news is on the way, `isOwnChange` knows. */
export async function ownChange<T>(id_project: number, change: () => Promise<T>): Promise<T> {
  own.set(id_project, Number.POSITIVE_INFINITY);
  try {
    const done = await change();
    own.set(id_project, Date.now() + ECHO);
    return done;
  } catch (error) {
    own.delete(id_project);
    throw error;
  }
}

/** Whether this page has brought the change about itself: then it needs no telling. */
export const isOwnChange = (id_project: number): boolean => (own.get(id_project) ?? 0) > Date.now();
