import { limits } from "#contract/limits.ts";
import type { Sheet, SheetVersion } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { useRestoreVersion } from "./sheets.queries.ts";

/** Restores an earlier floor plan, and shows a toast. */
export function useRestore(sheet: Pick<Sheet, "id">) {
  const t = useText();
  const run = useRestoreVersion(sheet.id);
  return {
    isPending: run.isPending,
    async restore({ version }: Pick<SheetVersion, "version">): Promise<boolean> {
      try {
        await run.mutateAsync(version);
        showToast({ tone: "ok", title: t("sheets.restored", { version }) }, limits.toast.form);
        return true;
      } catch (error) {
        showToast({ tone: "bad", title: t("sheets.not_restored"), text: errorText(error, t) });
        return false;
      }
    },
  };
}
