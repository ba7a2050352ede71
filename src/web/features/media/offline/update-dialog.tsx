import { useEffect, useState } from "react";
import { renewWorker } from "#web/lib/service-worker.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { isGoodMoment, refresh, watchUpdates } from "./updates.ts";

type Stage = "none" | "ready" | "asking" | "later";

const pause = 2000;

/** Offers to switch to a new version of the application. 'Later' hides it until the site is reopened. */
export function UpdateDialog({ registration }: { registration: ServiceWorkerRegistration }) {
  const t = useText();
  const [stage, setStage] = useState<Stage>("none");

  useEffect(() => renewWorker(registration), [registration]);
  useEffect(
    () => watchUpdates(registration, () => setStage((now) => (now === "none" ? "ready" : now))),
    [registration],
  );
  useEffect(() => {
    if (stage !== "ready") return undefined;
    const ask = () => {
      if (isGoodMoment()) setStage("asking");
    };
    ask();
    const timer = setInterval(ask, pause);
    return () => clearInterval(timer);
  }, [stage]);

  return (
    <ConfirmDialog
      title={t("offline.update.title")}
      confirmLabel={t("offline.update.action")}
      cancelLabel={t("offline.update.later")}
      isOpen={stage === "asking"}
      onClose={() => setStage("later")}
      onConfirm={() => refresh(registration)}
    >
      {t("offline.update.text")}
    </ConfirmDialog>
  );
}
