import { useRouter } from "@tanstack/react-router";
import { KeyRound, LockKeyhole, LockKeyholeOpen, type LucideIcon, ShieldOff, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#contract/users.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import { useEditUserRecord, useResetTwoFactor } from "./users.queries.ts";

type Asked = "lock" | "two_factor" | "password" | "delete" | null;

/** Actions on an account, as opposed to its fields; each is confirmed first, by name. */
export function AccountActions({ user, name }: { user: UserRecord; name: string }) {
  const t = useText();
  const router = useRouter();
  const isMe = useUser()?.id === user.id;
  const [asked, setAsked] = useState<Asked>(null);
  const edit = useEditUserRecord(user.id);
  const reset = useResetTwoFactor(user.id);
  const isLocked = user.state === "locked";

  async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      showToast({ tone: "ok", title: done }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    setAsked(null);
  }

  const setLocked = (locked: boolean) =>
    act(() => edit.mutateAsync({ locked }), t(locked ? "users.locked" : "users.unlocked", { name }));

  return (
    <Card className="mt-10" title={t("users.account")}>
      <div className="flex flex-col gap-4">
        <Act text={t("users.password_text")}>
          <ActButton icon={KeyRound} onPress={() => setAsked("password")}>
            {t("users.set_password")}
          </ActButton>
        </Act>
        {user["2fa_enabled"] && (
          <Act text={t("users.two_factor_text")}>
            <ActButton icon={ShieldOff} onPress={() => setAsked("two_factor")}>
              {t("users.reset_two_factor")}
            </ActButton>
          </Act>
        )}
        {!isMe && (
          <Act text={t(isLocked ? "users.locked_text" : "users.lock_text")}>
            <ActButton
              icon={isLocked ? LockKeyholeOpen : LockKeyhole}
              onPress={() => (isLocked ? void setLocked(false) : setAsked("lock"))}
            >
              {t(isLocked ? "users.unlock" : "users.lock")}
            </ActButton>
          </Act>
        )}
        <Act text={t("users.log_text")}>
          <Link href={`/activity?user=${user.id}`} look={{ variant: "secondary" }}>
            {t("users.log")}
          </Link>
        </Act>
        {!isMe && (
          <Act text={t("users.delete.text")}>
            <Button
              variant="quietDanger"
              icon={Trash2}
              onPress={() => setAsked("delete")}
              className="-me-3.5"
            >
              {t("users.delete.ask")}
            </Button>
          </Act>
        )}
      </div>
      <ConfirmDialog
        title={t("users.lock_title", { name })}
        confirmLabel={t("users.lock")}
        isOpen={asked === "lock"}
        onClose={() => setAsked(null)}
        onConfirm={() => void setLocked(true)}
        isDestructive
        isPending={edit.isPending}
      >
        {t("users.lock_warning")}
      </ConfirmDialog>
      <ConfirmDialog
        title={t("users.two_factor_title", { name })}
        confirmLabel={t("users.reset_two_factor")}
        isOpen={asked === "two_factor"}
        onClose={() => setAsked(null)}
        onConfirm={() => void act(() => reset.mutateAsync(), t("users.two_factor_gone", { name }))}
        isDestructive
        isPending={reset.isPending}
      >
        {t("users.two_factor_warning")}
      </ConfirmDialog>
      {asked === "delete" && (
        <DeleteDialog
          user={user}
          name={name}
          onClose={() => setAsked(null)}
          onGone={() => router.history.push("/users")}
        />
      )}
      {asked === "password" && <SetPasswordDialog user={user} name={name} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function Act({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-muted">{text}</p>
      {children}
    </div>
  );
}

function ActButton({
  icon,
  onPress,
  children,
}: {
  icon: LucideIcon;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button icon={icon} onPress={onPress}>
      {children}
    </Button>
  );
}
