import { CloudOff, Unlink, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { AnswerPage } from "#contract/crews.answers.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useShownSnag } from "./address.ts";
import { CodeForm } from "./code-form.tsx";
import { LanguageSelect } from "./language-select.tsx";
import type { LinkSession } from "./link-session.ts";
import { LinkSettings } from "./link-settings.tsx";
import { SnagList } from "./snag-list.tsx";
import { SnagView } from "./snag-view.tsx";
import { written } from "./texts.ts";

interface AnswerScreenProps {
  session: LinkSession;
  onLanguage: (language: CrewLanguage) => void;
}

/** `/answer/{code}`: the snags of a crew, for one of its people. */
export function AnswerScreen({ session, onLanguage }: AnswerScreenProps) {
  const t = useText();
  const page = useStore(session.page);
  const state = useStore(session.state);
  const shown = useShownSnag();
  const snag = page.snags.find(({ id }) => id === shown);
  useReturn(shown);
  useEffect(() => {
    document.title = snag?.title ?? t("crews.answer.title");
  }, [snag, t]);
  return (
    <>
      <Header page={page} isNamed={state !== "ended"}>
        <LanguageSelect language={page.language} onChange={onLanguage} />
      </Header>
      <main className="mx-auto flex w-full max-w-240 flex-1 flex-col gap-6 px-4 pt-3 pb-8">
        {state === "ended" ? (
          <Ended session={session} />
        ) : state === "code" ? (
          <CodeForm session={session} email={page.email ?? ""} />
        ) : (
          <>
            <Notices session={session} page={page} isList={snag === undefined} />
            {snag === undefined ? (
              <>
                <SnagList session={session} page={page} />
                <LinkSettings session={session} page={page} />
              </>
            ) : (
              <SnagView key={snag.id} session={session} page={page} snag={snag} />
            )}
          </>
        )}
      </main>
    </>
  );
}

/** Back on the list, the focus is on the snag that was open. */
function useReturn(shown: number | null): void {
  const before = useRef<number | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = shown;
    if (shown === null && last !== null) document.querySelector<HTMLElement>(`#snag-${last}`)?.focus();
  }, [shown]);
}

interface HeaderProps {
  page: AnswerPage;
  /** Nothing of the project is named where the link does not work. */
  isNamed: boolean;
  children: ReactNode;
}

function Header({ page, isNamed, children }: HeaderProps) {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex min-h-14 max-w-240 items-center justify-between gap-3 ps-4 pe-1.5">
        <div className="min-w-0 py-1.5">
          {isNamed && (
            <>
              <p className="own-direction truncate text-base font-strong">{page.project}</p>
              <p className="own-direction truncate text-sm text-ink-muted">
                {[page.person, page.crew].filter((one) => one !== "").join(" · ")}
              </p>
            </>
          )}
        </div>
        {children}
      </div>
    </header>
  );
}

interface NoticesProps {
  session: LinkSession;
  page: AnswerPage;
  isList: boolean;
}

/** The state of the connection, and of what waits on this device. */
function Notices({ session, page, isList }: NoticesProps) {
  const t = useText();
  const isOnline = useStore(session.isOnline);
  const at = useStore(session.at);
  const waiting = useStore(session.waiting).length;
  return (
    <output className="flex flex-col gap-2 text-sm empty:hidden">
      {!isOnline && (
        <span className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3.5 py-2.5 text-warn-text">
          <Icon of={WifiOff} className="mt-px" />
          <span>
            {t("crews.answer.offline")}{" "}
            {isList && t("crews.answer.stale", { at: written(at, page.language) })}
          </span>
        </span>
      )}
      {isList && waiting > 0 && (
        <span className="flex items-start gap-2.5 rounded-lg bg-plain-soft px-3.5 py-2.5">
          <Icon of={CloudOff} className="mt-px text-ink-muted" />
          {t("crews.answer.waiting", { count: waiting })}
        </span>
      )}
    </output>
  );
}

/** The same for a link that was revoked, has ended, or never existed. */
function Ended({ session }: { session: LinkSession }) {
  const t = useText();
  const waiting = useStore(session.waiting);
  const { email } = useStore(session.page);
  if (useStore(session.isRenewed))
    return (
      <output className="px-4 py-14 text-center text-base">
        {t("crews.answer.settings.renewed", { email: email ?? "" })}
      </output>
    );
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-plain-soft text-ink-muted">
        <Icon of={Unlink} size="xl" />
      </span>
      <h1 className="text-lg font-strong">{t("crews.answer.ended.title")}</h1>
      <p className="max-w-96 text-base text-ink-muted">{t("crews.answer.ended.text")}</p>
      {waiting.length > 0 && (
        <p className="max-w-96 text-base text-warn-text">
          {t("crews.answer.ended.kept", { count: waiting.length })}
        </p>
      )}
    </div>
  );
}
