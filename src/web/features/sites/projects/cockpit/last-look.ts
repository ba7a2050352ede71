import { useEffect, useState } from "react";
import { useUser } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** `since`: up to when everything was seen at the look before this one. `seen`: when the page was last open. */
interface Look {
  readonly since: string | null;
  readonly seen: string;
}

/** Whoever comes back within half an hour has not been away. */
const BREAK = 30 * 60_000;
/** As many projects as one person looks at in a while; those not looked at for the longest go. */
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

/** The look that begins now, after the one before. */
export function nextLook(before: Look | undefined, now: Date): Look {
  const seen = now.toISOString();
  if (before === undefined) return { since: null, seen };
  const isAway = now.getTime() - new Date(before.seen).getTime() > BREAK;
  return { since: isAway ? before.seen : before.since, seen };
}

/**
 * When this person last looked at the project in this browser; null at the first look. Stays the same while the page
 * is open, and through a reload, so that what is new does not vanish while one reads it.
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
