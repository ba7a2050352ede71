import { useEffect, useState } from "react";
import { useUser } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** `since`: end of the page view before this one. `seen`: when the page was last open. */
interface Look {
  readonly since: string | null;
  readonly seen: string;
}

/** A return within half an hour continues the same page view. */
const BREAK = 30 * 60_000;
/** Maximum number of stored projects; those not viewed for the longest are dropped. */
const KEPT = 200;

type Looks = Readonly<Record<string, Look>>;

function readLooks(): Looks {
  try {
    return JSON.parse(recall(storageKeys.projectLooks) ?? "{}") as Looks;
  } catch {
    return {};
  }
}

function writeLook(name: string, look: Look): void {
  const rest = Object.entries(readLooks()).filter(([other]) => other !== name);
  const kept = rest.toSorted(([, a], [, b]) => (a.seen < b.seen ? 1 : -1)).slice(0, KEPT - 1);
  remember(storageKeys.projectLooks, JSON.stringify({ ...Object.fromEntries(kept), [name]: look }));
}

/** Computes the current page view from the one before. */
export function nextLook(before: Look | undefined, now: Date): Look {
  const seen = now.toISOString();
  if (before === undefined) return { since: null, seen };
  const isAway = now.getTime() - new Date(before.seen).getTime() > BREAK;
  return { since: isAway ? before.seen : before.since, seen };
}

/**
 * Time of the user's previous view of the project in this browser; null on the first one. Constant while the page is
 * open, and through a reload, so that changes do not vanish while they are read.
 */
export function useLastLook(id_project: number): string | null {
  const id_user = useUser()?.id ?? 0;
  const name = `${id_user}/${id_project}`;
  const [look] = useState(() => nextLook(readLooks()[name], new Date()));
  useEffect(() => {
    const leave = () => writeLook(name, { since: look.since, seen: new Date().toISOString() });
    leave();
    addEventListener("pagehide", leave);
    return () => {
      leave();
      removeEventListener("pagehide", leave);
    };
  }, [name, look]);
  return look.since;
}
