import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import {
  acceptInstall,
  dismissInstall,
  installOffer,
  isOnlyByHand,
  mayOfferInstall,
} from "./install-offer.ts";

/** Offers to install the site as an app, three seconds after that is possible. It is beside the content, never over it. */
export function InstallCard() {
  const t = useText();
  const offer = useStore(installOffer);
  const isByHand = offer === null && isOnlyByHand();
  const [isShown, setIsShown] = useState(false);
  const canBe = offer !== null || isByHand;

  useEffect(() => {
    if (!canBe || !mayOfferInstall()) return undefined;
    const timer = setTimeout(() => setIsShown(true), limits.install.after);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [canBe]);

  if (!isShown || !canBe) return null;
  const close = () => {
    setIsShown(false);
    dismissInstall();
  };
  return (
    <section
      aria-label={t("offline.install.title")}
      data-bottom-bar
      className="anim-rise-in fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 rounded-lg bg-raised p-4 shadow-float md:start-auto md:end-6 md:bottom-6 md:w-92"
    >
      <div className="flex items-start gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text">
          <Icon of={Download} />
        </span>
        <output className="block min-w-0 flex-1">
          <span className="block font-strong">{t("offline.install.text")}</span>
          {isByHand && <span className="mt-0.5 block text-ink-muted">{t("offline.install.ios")}</span>}
        </output>
      </div>
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="quiet" onPress={close}>
          {t("offline.install.later")}
        </Button>
        {offer && (
          <Button variant="primary" onPress={() => void acceptInstall(offer)}>
            {t("offline.install.action")}
          </Button>
        )}
      </div>
    </section>
  );
}
