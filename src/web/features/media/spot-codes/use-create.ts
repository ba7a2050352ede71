import { useState } from "react";
import { spotCodeLimits } from "#contract/spot-codes.labels.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { useChangeCodes } from "./spot-codes.queries.ts";

/** Creates codes and offers to undo that. */
export function useCreate(project: number) {
  const t = useText();
  const codes = useChangeCodes(project);
  const [isPending, setPending] = useState(false);
  const undo = async (made: number[]) => {
    try {
      await codes.revoke(made);
      showToast({ tone: "ok", title: t("spot_codes.undone") });
    } catch (error) {
      showFailure(error, t);
    }
  };
  return {
    isPending,
    /** Resolves whether it succeeded. */
    async run(what: Parameters<typeof codes.create>[0]): Promise<boolean> {
      setPending(true);
      try {
        const made = await codes.create(what);
        const isShort = made.length > 0 && made.length <= spotCodeLimits.perCall;
        const action = { label: t("spot_codes.undo"), onAction: () => void undo(made) };
        const title = t("spot_codes.created", { count: made.length });
        showToast({ tone: "ok", title, ...(isShort && { action }) }, 10_000);
        return true;
      } catch (error) {
        showFailure(error, t);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
