import { type FormEvent, type RefObject, useRef, useState } from "react";
import type { Share } from "#contract/access-logs.ts";
import { limits } from "#contract/limits.ts";
import {
  draftOf,
  type Expiry,
  expiryIn,
  expiryOf,
  isOver,
  isTooShort,
  type ShareDraft,
  shareChanges,
} from "#web/lib/share-rules.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDateTime } from "#web/ui/plain/plain-date-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PasswordChoice } from "./password-choice.tsx";
import { RadioChips } from "./radio-chips.tsx";
import type { ShareRules } from "./use-share-rules.ts";

const accesses = ["link", "members"] as const;
const expiries = ["never", "week", "month", "date"] as const;

/** Form for the rules of a visit link: access, password and expiry. */
export function ShareRulesForm({ rules }: { rules: ShareRules }) {
  const t = useText();
  const { share, isMissing, reload } = rules;
  if (share) return <Form rules={rules} share={share} />;
  if (!isMissing) return <Skeleton className="h-64" />;
  return (
    <div className="flex flex-col items-start gap-3">
      <Banner tone="bad">{t("sharing.settings.load_failed")}</Banner>
      <PlainButton onClick={reload}>{t("sharing.settings.retry")}</PlainButton>
    </div>
  );
}

interface Problem {
  readonly password?: string;
  readonly expiry?: string;
  readonly all?: string;
}

/** The last action: it is reported beside the button, since a dialog covers the toasts. */
type Done = { readonly is: "saved"; readonly undo: string } | { readonly is: "undone" };

function Form({ rules, share }: { rules: ShareRules; share: Share }) {
  const t = useText();
  const [draft, setDraft] = useState<ShareDraft>(() => draftOf(share));
  const [expiry, setExpiry] = useState<Expiry>(() => expiryOf(share.expires_at));
  const [problem, setProblem] = useState<Problem>({});
  const [isSending, setIsSending] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const until = useRef<HTMLInputElement>(null);
  const changes = shareChanges(share, draft);
  const isChanged = Object.keys(changes).length > 0;
  const set = (next: Partial<ShareDraft>) => {
    setDraft((before) => ({ ...before, ...next }));
    setProblem({});
    setDone(null);
  };

  async function send(body: Parameters<ShareRules["change"]>[0], doneBy: (undo: string) => Done) {
    setIsSending(true);
    try {
      const changed = await rules.change(body);
      setDraft(draftOf(changed.share));
      setExpiry(expiryOf(changed.share.expires_at));
      setProblem({});
      setDone(doneBy(changed.undo));
    } catch {
      setProblem({ all: t("sharing.settings.failed") });
    } finally {
      setIsSending(false);
    }
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isChanged || isSending) return;
    if (isTooShort(draft)) {
      setProblem({ password: t("sharing.settings.password_short", { n: limits.share.password.min }) });
      password.current?.focus();
    } else if (draft.access === "link" && expiry === "date" && draft.expires_at === null) {
      setProblem({ expiry: t("sharing.settings.expiry_required") });
      until.current?.focus();
    } else void send(changes, (undo) => ({ is: "saved", undo }));
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={save}>
      {problem.all !== undefined && <Banner tone="bad">{problem.all}</Banner>}
      <RadioChips
        label={t("sharing.settings.access")}
        options={accesses.map((value) => ({ value, label: t(`sharing.settings.access_${value}`) }))}
        value={draft.access}
        onChange={(access) => set({ access })}
      />
      {draft.access === "members" ? (
        <p className="text-ink-muted">{t("sharing.settings.members_text")}</p>
      ) : (
        <>
          <PasswordChoice
            isSet={share.has_password}
            value={draft.password}
            onChange={(text) => set({ password: text })}
            error={problem.password}
            inputRef={password}
          />
          <ExpiryChoice
            draft={draft}
            expiry={expiry}
            onChange={(chosen, expires_at) => {
              setExpiry(chosen);
              set({ expires_at });
            }}
            error={problem.expiry}
            inputRef={until}
          />
          <div>
            <PlainCheckbox isSelected={draft.history} onChange={(history) => set({ history })}>
              {t("sharing.settings.history")}
            </PlainCheckbox>
            <p className="mt-1 ps-7 text-xs text-ink-muted">{t("sharing.settings.history_text")}</p>
          </div>
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <PlainButton type="submit" variant="primary" isDisabled={!isChanged} isPending={isSending}>
          {t("sharing.settings.save")}
        </PlainButton>
        <output className="flex flex-wrap items-center gap-3 text-ink-muted">
          {done !== null && t(`sharing.settings.${done.is}`)}
          {done?.is === "saved" && (
            <PlainButton size="sm" onClick={() => void send({ undo: done.undo }, () => ({ is: "undone" }))}>
              {t("sharing.settings.undo")}
            </PlainButton>
          )}
        </output>
      </div>
    </form>
  );
}

interface ExpiryChoiceProps {
  draft: ShareDraft;
  expiry: Expiry;
  onChange: (expiry: Expiry, expires_at: string | null) => void;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Expiry of a link. */
function ExpiryChoice({ draft: { expires_at }, expiry, onChange, error, inputRef }: ExpiryChoiceProps) {
  const t = useText();
  // The field takes focus when a click reveals it, not when it was there from the start.
  const [isAsked, setIsAsked] = useState(false);
  const choose = (chosen: Expiry) => {
    setIsAsked(true);
    if (chosen === "never") onChange(chosen, null);
    else onChange(chosen, chosen === "date" ? (expires_at ?? expiryIn("week")) : expiryIn(chosen));
  };
  return (
    <div className="flex flex-col gap-3">
      <RadioChips
        label={t("sharing.settings.expiry")}
        options={expiries.map((value) => ({ value, label: t(`sharing.settings.expiry_${value}`) }))}
        value={expiry}
        onChange={choose}
      />
      {expiry === "date" && (
        <PlainDateTime
          label={t("sharing.settings.expiry_at")}
          value={expires_at}
          onChange={(instant) => onChange("date", instant)}
          error={error}
          isFirst={isAsked}
          inputRef={inputRef}
        />
      )}
      {isOver(expires_at) && <Banner tone="warn">{t("sharing.settings.expiry_past")}</Banner>}
    </div>
  );
}
