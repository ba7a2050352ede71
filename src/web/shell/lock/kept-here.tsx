import { useEffect, useState } from "react";
import { countWaiting } from "#web/lib/captures.ts";
import { useFormat } from "#web/lib/format.ts";
import { offlineCopies } from "#web/lib/offline-copies.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";

/** Before an explicit sign-out: which saved projects it removes from this device, and how much is not sent yet. */
export function KeptHere() {
  const t = useText();
  const format = useFormat();
  const id = useUser()?.id;
  const [names, setNames] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    void offlineCopies.list(id).then((copies) => setNames(copies.map(({ name }) => name)));
    void countWaiting(id).then(setWaiting);
  }, [id]);
  return (
    <>
      {names.length > 0 && (
        <p className="mt-3 text-warn-text">
          {t("offline.copies.sign_out.removed", { names: format.list(names) })}
        </p>
      )}
      {waiting > 0 && <p className="mt-3">{t("offline.copies.sign_out.waiting", { count: waiting })}</p>}
    </>
  );
}
