import { whenAllTexts } from "#web/lib/language.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { readKept } from "./kept-codes.ts";

/** Offers the kept codes once the connection is back. */
export async function tellKeptCodes(): Promise<void> {
  const count = readKept().length;
  if (count === 0 || location.pathname.startsWith("/q")) return;
  await whenAllTexts();
  const t = translate.get();
  showToast(
    {
      tone: "info",
      title: t("spot_codes.scan.kept_back", { count }),
      action: { label: t("spot_codes.scan.kept_open"), onAction: () => location.assign("/q") },
    },
    10_000,
  );
}
