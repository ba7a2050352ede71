import { Fingerprint, KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Passkey } from "#contract/passkeys.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import { canMakePasskeys } from "./make-passkey.ts";
import { Panel } from "./panel.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { RenamePasskeyDialog } from "./rename-passkey-dialog.tsx";
import { removePasskey, usePasskeys, useRefreshSecurity } from "./security.queries.ts";

type Open = { readonly what: "rename" | "remove"; readonly passkey: Passkey } | "add";

/** Passkeys: sign-in by finger, face or security key, without a password. */
export function PasskeysPanel() {
  const t = useText();
  const { is_demo } = useSignedInUser();
  const passkeys = usePasskeys();
  const refresh = useRefreshSecurity();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isPossible = canMakePasskeys();
  return (
    <Panel
      icon={Fingerprint}
      title={t("profile.security.passkeys")}
      text={t(isPossible ? "profile.security.passkeys_text" : "profile.security.passkeys_impossible")}
      action={
        isPossible && (
          <Button icon={Plus} isDisabled={is_demo} onPress={() => setOpen("add")}>
            {t("profile.security.add_passkey")}
          </Button>
        )
      }
    >
      {passkeys.isPending && <Skeleton className="mt-4 h-14" />}
      {passkeys.isError && (
        <Banner tone="bad" className="mt-4">
          {errorText(passkeys.error, t)}
        </Banner>
      )}
      {passkeys.data !== undefined && passkeys.data.items.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {passkeys.data.items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isDisabled={is_demo} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open === "add" && <AddPasskeyDialog onClose={close} />}
      {open !== null && open !== "add" && open.what === "rename" && (
        <RenamePasskeyDialog passkey={open.passkey} onClose={close} />
      )}
      {open !== null && open !== "add" && open.what === "remove" && (
        <ProofDialog
          title={t("profile.security.remove_passkey_title", { name: open.passkey.name })}
          confirmLabel={t("common.remove")}
          by="nothing"
          isDestructive
          onClose={close}
          onConfirm={async () => {
            await removePasskey(open.passkey.id);
            close();
            showToast({
              tone: "ok",
              title: t("profile.security.passkey_removed", { name: open.passkey.name }),
            });
            await refresh();
          }}
        >
          {t("profile.security.remove_passkey_text")}
        </ProofDialog>
      )}
    </Panel>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  isDisabled: boolean;
  onOpen: (open: Open) => void;
}

function PasskeyRow({ passkey, isDisabled, onOpen }: PasskeyRowProps) {
  const t = useText();
  const format = useFormat();
  const { name, synced, created_at, last_used_at } = passkey;
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon of={KeyRound} size="sm" className="text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-strong">{name}</bdi>
          {synced && <Chip>{t("profile.security.passkey_synced")}</Chip>}
        </p>
        <p className="text-xs text-ink-muted">
          {t("profile.security.passkey_made", { date: format.date(created_at) })}
          {" · "}
          {last_used_at === null
            ? t("profile.security.passkey_unused")
            : t("profile.security.passkey_used", { ago: format.ago(last_used_at) })}
        </p>
      </div>
      <IconButton
        icon={Pencil}
        label={t("profile.security.rename_passkey", { name })}
        isDisabled={isDisabled}
        onPress={() => onOpen({ what: "rename", passkey })}
      />
      <IconButton
        icon={Trash2}
        label={t("profile.security.remove_passkey", { name })}
        isDisabled={isDisabled}
        onPress={() => onOpen({ what: "remove", passkey })}
      />
    </li>
  );
}
