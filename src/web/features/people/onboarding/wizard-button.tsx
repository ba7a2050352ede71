import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CurrentUser } from "#contract/auth.ts";
import { whenAllTexts } from "#web/lib/language.ts";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { isNewHere, tourState, useTourState } from "./tour-state.ts";

/**
 * Starts the tour, where the settings have one; it starts automatically for a new user. This is its only part in the
 * first script: the tour is loaded when it begins.
 */
export function WizardButton() {
  const isOn = useSettings()?.enable_wizard === true;
  return isOn ? <Wizard /> : null;
}

function Wizard() {
  const t = useText();
  const router = useRouter();
  const user = useSignedInUser();
  const state = useTourState();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // A user who must complete the profile first sees only that.
    const isWanted = tourState.get() === "not started" && isNewHere() && user.missing_fields.length === 0;
    if (isWanted) void startTour(user, router);
  }, [user, router]);
  useEffect(() => {
    const isOver = state === "complete" || state === "cancelled";
    // The tour's buttons are gone, and the focus with them.
    if (isOver && document.activeElement === document.body) place.current?.querySelector("button")?.focus();
  }, [state]);
  return (
    <span ref={place} data-tour="wizard" className="contents">
      <IconButton
        icon={CircleQuestionMark}
        label={t("onboarding.start")}
        isDisabled={state === "active"}
        onPress={() => void startTour(user, router)}
        className={state === "active" ? "anim-shimmer" : ""}
      />
    </span>
  );
}

async function startTour(user: CurrentUser, router: AnyRouter): Promise<void> {
  if (tourState.get() === "active") return;
  tourState.begin();
  try {
    // Its texts are not among those of the first screens.
    const [{ startTour: start }] = await Promise.all([import("./tour.ts"), whenAllTexts()]);
    start({ user, go: (path) => router.history.push(path) });
  } catch {
    // Without a connection: the button allows another try.
    tourState.withdraw();
  }
}
