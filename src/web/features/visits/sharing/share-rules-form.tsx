import { useState } from "react";
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
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PasswordChoice } from "./password-choice.tsx";
import { RadioChips } from "./radio-chips.tsx";
import { useChangeShare, useShare } from "./sharing.queries.ts";

const accesses = ["link", "members"] as const;
const expiries = ["never", "week", "month", "date"] as const;
/** Milliseconds for which a change can be taken back from its toast. */
const undoable = 10_000;

/** Who may open a visit's link, with what and until when. */
export function ShareRules({ visitId }: { visitId: number }) {
  const t = useText();
  const share = useShare(visitId);
  if (share.data !== undefined) return <ShareRulesForm visitId={visitId} share={share.data} />;
  if (share.isPending) return <Skeleton className="h-64" />;
  return (
    <div className="flex flex-col items-start gap-3">
      <Banner tone="bad">{t("sharing.settings.load_failed")}</Banner>
      <Button onPress={() => void share.refetch()}>{t("sharing.settings.retry")}</Button>
    </div>
  );
}

function ShareRulesForm({ visitId, share }: { visitId: number; share: Share }) {
  const t = useText();
  const change = useChangeShare(visitId);
  const [draft, setDraft] = useState<ShareDraft>(() => draftOf(share));
  const [expiry, setExpiry] = useState<Expiry>(() => expiryOf(share.expires_at));
  const [problem, setProblem] = useState<{ password?: string; expiry?: string; all?: string }>({});
  const changes = shareChanges(share, draft);
  const isChanged = Object.keys(changes).length > 0;
  const set = (next: Partial<ShareDraft>) => {
    setDraft((before) => ({ ...before, ...next }));
    setProblem({});
  };

  function take(next: Share): void {
    setDraft(draftOf(next));
    setExpiry(expiryOf(next.expires_at));
  }

  function chooseExpiry(chosen: Expiry): void {
    setExpiry(chosen);
    if (chosen === "never") set({ expires_at: null });
    else set({ expires_at: chosen === "date" ? (draft.expires_at ?? expiryIn("week")) : expiryIn(chosen) });
  }

  async function save(): Promise<void> {
    if (isTooShort(draft)) {
      setProblem({ password: t("sharing.settings.password_short", { n: limits.share.password.min }) });
      return;
    }
    if (expiry === "date" && draft.expires_at === null) {
      setProblem({ expiry: t("sharing.settings.expiry_required") });
      return;
    }
    try {
      const { undo, ...next } = await change.mutateAsync(changes);
      take(next);
      showToast(
        {
          tone: "ok",
          title: t("sharing.settings.saved"),
          action: { label: t("sharing.settings.undo"), onAction: () => void takeBack(undo) },
        },
        undoable,
      );
    } catch {
      setProblem({ all: t("sharing.settings.failed") });
    }
  }

  async function takeBack(undo: string): Promise<void> {
    try {
      take(await change.mutateAsync({ undo }));
      showToast({ tone: "ok", title: t("sharing.settings.undone") }, limits.toast.form);
    } catch {
      showToast({ tone: "bad", title: t("sharing.settings.failed") });
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !change.isPending) void save();
      }}
    >
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
            onChange={(password) => set({ password })}
            error={problem.password}
          />
          <div className="flex flex-col gap-3">
            <RadioChips
              label={t("sharing.settings.expiry")}
              options={expiries.map((value) => ({ value, label: t(`sharing.settings.expiry_${value}`) }))}
              value={expiry}
              onChange={chooseExpiry}
            />
            {expiry === "date" && (
              <DateTimeField
                label={t("sharing.settings.expiry_at")}
                value={draft.expires_at}
                onChange={(expires_at) => set({ expires_at })}
                {...(problem.expiry !== undefined && { error: problem.expiry })}
              />
            )}
            {isOver(draft.expires_at) && <Banner tone="warn">{t("sharing.settings.expiry_past")}</Banner>}
          </div>
          <div>
            <Checkbox isSelected={draft.history} onChange={(history) => set({ history })}>
              {t("sharing.settings.history")}
            </Checkbox>
            <p className="mt-1 ps-7 text-xs text-ink-muted">{t("sharing.settings.history_text")}</p>
          </div>
        </>
      )}
      <Button
        type="submit"
        variant="primary"
        isDisabled={!isChanged}
        isPending={change.isPending}
        className="self-start"
      >
        {t("sharing.settings.save")}
      </Button>
    </form>
  );
}
