import { Plane, Router, Trees, Wifi, WifiOff } from "lucide-react";
import { useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { checkConnection } from "#web/lib/connectivity.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const tips = [
  ["wifi", Wifi],
  ["flight", Plane],
  ["router", Router],
  ["open_air", Trees],
] as const;

export interface ConnectionOverlayProps {
  isOpen: boolean;
  onContinue: () => void;
}

/** Covers the page while there is no connection. The content below stays as it is; the overlay closes by itself. */
export function ConnectionOverlay({ isOpen, onContinue }: ConnectionOverlayProps) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    await checkConnection();
    setIsAsking(false);
    setHasAsked(true);
  };
  return (
    <ModalOverlay
      isOpen={isOpen}
      isKeyboardDismissDisabled
      onOpenChange={() => undefined}
      className="fixed inset-0 z-50 flex items-end justify-center bg-veil md:items-center md:p-6 entering:anim-fade-in exiting:anim-fade-out"
    >
      <Modal className="max-h-[92dvh] w-full overflow-y-auto rounded-t-lg bg-raised shadow-float md:max-w-120 md:rounded-lg max-md:entering:anim-sheet-in max-md:exiting:anim-sheet-out md:entering:anim-rise-in">
        <Dialog
          role="alertdialog"
          aria-describedby="no-connection"
          className="px-6 pt-7 pb-[max(1.5rem,env(safe-area-inset-bottom))] outline-none md:px-8 md:pb-7"
        >
          <span className="flex size-12 items-center justify-center rounded-full bg-warn-soft text-warn-text">
            <Icon of={WifiOff} size="lg" />
          </span>
          <Heading slot="title" className="mt-4 text-lg font-strong">
            {t("offline.title")}
          </Heading>
          <p id="no-connection" className="mt-1 text-ink-muted">
            {t("offline.text")}
          </p>
          <h3 className="mt-5 text-sm font-strong">{t("offline.tips_title")}</h3>
          <ul className="mt-2 flex flex-col gap-2.5">
            {tips.map(([tip, icon]) => (
              <li key={tip} className="flex items-start gap-3 text-sm">
                <Icon of={icon} className="mt-px text-ink-faint rtl:mt-1" />
                {t(`offline.tips.${tip}`)}
              </li>
            ))}
          </ul>
          <div className="mt-6 flex flex-wrap gap-2 max-md:flex-col md:flex-row-reverse md:justify-start">
            <Button variant="primary" size="lg" isPending={isAsking} onPress={() => void ask()}>
              {t("offline.retry")}
            </Button>
            <Button size="lg" onPress={onContinue}>
              {t("offline.continue")}
            </Button>
            <output className="me-auto self-center text-sm text-ink-muted max-md:mx-auto">
              {hasAsked && !isAsking && t("offline.still")}
            </output>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
