import { useState } from "react";
import { useConnection } from "#web/lib/connectivity.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { extendSession, useSecondsLeft } from "./inactivity-watch.ts";
import { signOut } from "./session-end.ts";
import { askUser } from "./session-poll.ts";

/** Shown over everything while the session is about to end for lack of activity. */
export function InactivityWarning() {
  const t = useText();
  const seconds = useSecondsLeft();
  const shown = useLast(seconds) ?? 0;
  const [isLeaving, setIsLeaving] = useState(false);
  const { isOnline } = useConnection();

  function extend(): void {
    extendSession();
    void askUser();
  }

  function logout(): void {
    setIsLeaving(true);
    void signOut();
  }

  return (
    <Modal
      title={t("shell.inactivity.title")}
      isOpen={seconds !== null}
      onClose={() => undefined}
      size="sm"
      role="alertdialog"
      isDismissable={false}
      footer={
        <>
          <Button onPress={logout} isPending={isLeaving}>
            {t("shell.inactivity.logout")}
          </Button>
          <Button variant="primary" onPress={extend} isDisabled={isLeaving} ref={focus}>
            {t(isOnline ? "shell.inactivity.extend" : "offline.lock.warning_extend")}
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">{t(isOnline ? "shell.inactivity.text" : "offline.lock.warning")}</p>
      <p
        role="timer"
        aria-label={t("shell.inactivity.left")}
        aria-live="off"
        dir="ltr"
        className="mt-3 text-center text-xl font-strong tabular-nums"
      >
        {clock(shown)}
      </p>
      <output className="sr-only">{announced(shown, t)}</output>
    </Modal>
  );
}

/** An accidental key press on return is harmless on this button. */
const focus = (button: HTMLElement | null) => button?.focus();

/** The last value before null: the dialog fades out with the time it showed. */
function useLast(seconds: number | null): number | null {
  const [last, setLast] = useState(seconds);
  if (seconds !== null && seconds !== last) setLast(seconds);
  return seconds ?? last;
}

/** 01:05 */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Announced at a few moments only: a countdown that is read out second by second drowns out everything else. */
const moments = [10, 30, 60];

function announced(seconds: number, t: ReturnType<typeof useText>): string {
  const moment = moments.find((one) => seconds <= one);
  return moment === undefined ? "" : t("shell.inactivity.announce", { count: moment });
}
