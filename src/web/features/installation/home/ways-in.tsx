import { useState } from "react";
import { call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { takeRedirect } from "#web/shell/after-login.ts";
import { SignInLink } from "#web/shell/public-frame.tsx";
import { startSession } from "#web/shell/session-start.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";

/** The sign-in options of this installation. */
export function WaysIn() {
  const t = useText();
  const settings = useSettings();
  const demo = useDemo();
  return (
    <div className="mt-7">
      <div className="flex flex-wrap items-center gap-3">
        <SignInLink isMain onwards="/dashboard" />
        {settings?.demo_enabled === true && (
          <PlainButton variant="onPicture" size="lg" isPending={demo.isPending} onClick={demo.enter}>
            {t("home.demo")}
          </PlainButton>
        )}
        {settings?.enable_registration === true && (
          <a
            href="/register"
            className="hit-area rounded-sm px-1 text-base underline decoration-white/50 underline-offset-4 transition-colors hover:decoration-white focus-visible:outline-white"
          >
            {t("home.register")}
          </a>
        )}
      </div>
      <p role="alert" className="mt-3 max-w-120 rounded-md bg-black/70 px-3 py-2 empty:hidden">
        {demo.failure !== null && errorText(demo.failure, t)}
      </p>
    </div>
  );
}

/** Signs in to the demo account, which needs no password and has no second factor. */
function useDemo() {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function sign(): Promise<void> {
    setIsPending(true);
    setFailure(null);
    try {
      const { user } = await call("POST /api/demo-login", {}, quiet);
      if (user !== null) startSession(user);
      leavePage(takeRedirect());
    } catch (error) {
      setFailure(error);
      setIsPending(false);
    }
  }
  return { isPending, failure, enter: () => void sign() };
}
