import { LockKeyhole, LogIn, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import type { Root } from "react-dom/client";
import { captures, onCaptures } from "#web/lib/captures.ts";
import { useConnection, watchConnection } from "#web/lib/connectivity.ts";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage, whenAllTexts } from "#web/lib/language.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { isSessionOver, readLock } from "#web/lib/lock.ts";
import { onRemembered } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Brand } from "../brand.tsx";
import { tellLogout } from "../session-logout.ts";
import { leaveNotice } from "../session-notice.ts";
import { CaptureForm } from "./capture-form.tsx";

/**
 * Renders the locked screen in place of the application. Nothing of the application is loaded: no router, no responses
 * of the server, no file of the caches.
 */
export async function openLockScreen(page: Root): Promise<void> {
  const lock = readLock();
  await whenAllTexts();
  if (lock === null) return location.reload();
  page.render(<LockScreen user={lock.user} />);
}

export function LockScreen({ user }: { user: number }) {
  const t = useText();
  const language = useLanguage();
  // The form stays once it was opened: closing it loses nothing that was typed.
  const [form, setForm] = useState<"none" | "open" | "closed">("none");
  const isAdding = form === "open";
  const { isOnline } = useConnection();
  const isReady = useEndOfSession(isOnline);
  const count = useCount(user);
  useEffect(watchConnection, []);
  // Unlocked in another tab, by a sign-in there.
  useEffect(() => onRemembered("app-locked", (value) => value === null && location.reload()), []);
  useTitle(t("offline.lock.title"));
  return (
    <I18nProvider locale={localeOf(language)}>
      <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col gap-6 px-4 py-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <Brand />
        <section className="my-auto flex flex-col gap-5 rounded-lg bg-raised p-6 shadow-float">
          {form !== "none" && (
            <div hidden={!isAdding}>
              <CaptureForm user={user} onClose={() => setForm("closed")} />
            </div>
          )}
          {!isAdding && (
            <>
              <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-text">
                <Icon of={LockKeyhole} size="lg" />
              </span>
              <div className="flex flex-col gap-1">
                <h1 className="text-lg font-strong">{t("offline.lock.title")}</h1>
                <p className="text-ink-muted">{t("offline.lock.text")}</p>
                <p className="text-ink-muted">{t("offline.lock.text_offline")}</p>
              </div>
              <Button variant="primary" size="lg" icon={Plus} onPress={() => setForm("open")}>
                {t("offline.lock.add")}
              </Button>
              <Button size="lg" icon={LogIn} isDisabled={!isReady} onPress={signIn}>
                {t("offline.lock.sign_in")}
              </Button>
              <output className="text-center text-sm text-ink-muted">
                {t(isReady ? "offline.lock.sign_in_ready" : "offline.lock.sign_in_offline")}
              </output>
            </>
          )}
        </section>
        <output className="text-center text-sm text-ink-muted">
          {count > 0 && t("offline.lock.count", { count })}
        </output>
      </main>
    </I18nProvider>
  );
}

function signIn(): void {
  leaveNotice("inactive");
  leavePage("/login");
}

/** Ends the locked session on the server as soon as it can be reached: signing in again is then the only way on. */
function useEndOfSession(isOnline: boolean): boolean {
  const [isOver, setIsOver] = useState(isSessionOver);
  useEffect(() => {
    if (!isOnline || isOver) return undefined;
    let isGone = false;
    const end = async () => {
      await tellLogout();
      if (!isGone) setIsOver(isSessionOver());
    };
    void end();
    return () => {
      isGone = true;
    };
  }, [isOnline, isOver]);
  return isOnline && isOver;
}

function useCount(user: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const read = () => void captures.count(user).then(({ own }) => setCount(own));
    read();
    return onCaptures(read);
  }, [user]);
  return count;
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
