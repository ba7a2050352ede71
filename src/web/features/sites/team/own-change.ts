/** Milliseconds in which the event of an own change may still arrive. */
const ECHO = 5000;

const own = new Map<number, number>();

/** Runs a change of the user's own membership; while its event may arrive, `isOwnChange` is true. */
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

/** Whether this page caused the change itself: then no message is needed. */
export const isOwnChange = (id_project: number): boolean => (own.get(id_project) ?? 0) > Date.now();
