import { useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { call } from "#web/lib/client.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Brand } from "./brand.tsx";

/** Covers the whole page during maintenance. The content below stays as it is, including unsaved input. */
export function MaintenanceNotice({ isOpen }: { isOpen: boolean }) {
  const t = useText();
  const notice = useSettings()?.announce_msg ?? "";
  const [tries, setTries] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    await call("GET /api/user").catch(() => undefined);
    setTries((before) => before + 1);
    setIsAsking(false);
  };
  return (
    <ModalOverlay
      isOpen={isOpen}
      isKeyboardDismissDisabled
      className="fixed inset-0 z-60 bg-surface entering:anim-fade-in exiting:anim-fade-out"
    >
      <Modal className="h-full overflow-y-auto">
        <Dialog role="alertdialog" className="flex min-h-full flex-col px-6 py-5 outline-none md:px-10">
          <Brand />
          <div className="m-auto w-full max-w-120 py-10">
            <Level />
            <Heading slot="title" className="mt-8 text-xl font-strong text-balance">
              {t("shell.maintenance.title")}
            </Heading>
            <p className="mt-2 text-base text-ink-muted">{t("shell.maintenance.text")}</p>
            {notice !== "" && (
              <p className="own-direction mt-4 border-s-3 border-accent ps-4 text-base whitespace-pre-line">
                {notice}
              </p>
            )}
            <div className="mt-6 flex flex-wrap items-center gap-4">
              <Button variant="primary" size="lg" isPending={isAsking} onPress={() => void ask()}>
                {t("shell.maintenance.retry")}
              </Button>
              <output className="text-ink-muted">
                {tries > 0 && !isAsking && t("shell.maintenance.still")}
              </output>
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A spirit level, as on the server's own page: maintenance is under way. */
function Level() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 160 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className="w-40 text-ink-muted"
    >
      <rect x="1" y="9" width="158" height="30" rx="4" />
      <rect x="52" y="16" width="56" height="16" rx="8" />
      <path d="M70 16v16M90 16v16M34 39v-4M42 39v-4M118 39v-4M126 39v-4" />
      <rect x="73" y="19" width="14" height="10" rx="5" stroke="none" className="fill-accent" />
      <circle cx="20" cy="24" r="7" />
      <circle cx="140" cy="24" r="7" />
    </svg>
  );
}
