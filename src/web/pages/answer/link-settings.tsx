import { useState } from "react";
import type { AnswerPage } from "#contract/crews.answers.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import type { LinkSession } from "./link-session.ts";

/** The settings of the person themselves: the daily email, and another link instead of one that others have. */
export function LinkSettings({ session, page }: { session: LinkSession; page: AnswerPage }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const { email, digest } = page;
  if (email === null) return null;
  const act = async (work: () => Promise<void>) => {
    setProblem("");
    try {
      await work();
    } catch {
      setProblem(t("crews.answer.settings.failed"));
    }
  };
  return (
    <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
      <PlainCheckbox isSelected={digest} onChange={(isOn) => void act(() => session.setDigest(isOn))}>
        {t("crews.answer.settings.digest")}
      </PlainCheckbox>
      <PlainButton variant="quiet" onClick={() => setIsAsking(true)}>
        {t("crews.answer.settings.renew")}
      </PlainButton>
      <p role="alert" className="w-full text-bad-text empty:hidden">
        {problem}
      </p>
      {isAsking && (
        <PlainDialog title={t("crews.answer.settings.renew")} onClose={() => setIsAsking(false)}>
          <p className="text-base">{t("crews.answer.settings.renew_text", { email })}</p>
          <div className="flex gap-2 *:flex-1">
            <PlainButton size="lg" onClick={() => setIsAsking(false)}>
              {t("crews.answer.dispute.cancel")}
            </PlainButton>
            <PlainButton
              variant="primary"
              size="lg"
              onClick={() => {
                setIsAsking(false);
                void act(() => session.renew());
              }}
            >
              {t("crews.answer.settings.renew")}
            </PlainButton>
          </div>
        </PlainDialog>
      )}
    </footer>
  );
}
