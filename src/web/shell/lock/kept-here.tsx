import { useEffect, useState } from "react";
import { countWaiting } from "#web/lib/captures.ts";
import { useFormat } from "#web/lib/format.ts";
import { offlineCopies } from "#web/lib/offline-copies.ts";
import { useUser } from "#web/lib/session.ts";
import { countUnsentRecordings } from "#web/lib/unsent-recordings.ts";
import { useText } from "#web/lib/use-text.ts";

/**
 * Before an explicit sign-out: which saved projects and how many voice recordings it removes from this device, and how
 * many items from the locked screen stay.
 */
export function KeptHere() {
  const t = useText();
  const format = useFormat();
  const id = useUser()?.id;
  const [names, setNames] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [recordings, setRecordings] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    void offlineCopies.list(id).then((copies) => setNames(copies.map(({ name }) => name)));
    void countWaiting(id).then(setWaiting);
    void countUnsentRecordings(id).then(setRecordings);
  }, [id]);
  return (
    <>
      {names.length > 0 && (
        <p className="mt-3 text-warn-text">
          {t("offline.copies.sign_out.removed", { names: format.list(names) })}
        </p>
      )}
      {recordings > 0 && (
        <p className="mt-3 text-bad-text">{t("shell.logout.recordings", { count: recordings })}</p>
      )}
      {waiting > 0 && <p className="mt-3">{t("offline.copies.sign_out.waiting", { count: waiting })}</p>}
    </>
  );
}
