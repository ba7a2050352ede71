import { useEffect, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says when the browser may delete saved projects on a full device, and asks it again not to. */
export function Protection() {
  const t = useText();
  const [isProtected, setIsProtected] = useState(true);
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    // Not every browser has it; without it there is nothing to ask.
    void navigator.storage?.persisted?.().then(setIsProtected, () => undefined);
  }, []);
  const ask = async () => {
    setIsProtected(await navigator.storage.persist().catch(() => false));
    setHasAsked(true);
  };
  if (isProtected) return null;
  return (
    <Banner
      tone="warn"
      title={t("offline.copies.screen.unprotected_title")}
      action={
        <Button size="sm" onPress={() => void ask()}>
          {t("offline.copies.screen.ask_again")}
        </Button>
      }
    >
      {t(hasAsked ? "offline.copies.screen.still_refused" : "offline.copies.screen.unprotected_text")}
    </Banner>
  );
}
