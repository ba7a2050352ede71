import { Unplug } from "lucide-react";
import { useState } from "react";
import type { ToolConnection } from "#contract/tools.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toolIcons } from "../tool-looks.ts";
import { useDisconnect } from "../tools.changes.ts";

/** The connected account, and the action to disconnect it. */
export function AccountCard({ connection }: { connection: ToolConnection }) {
  const t = useText();
  const format = useFormat();
  const { tool, account, way, connected_at, seen_at } = connection;
  const facts = [
    t("tools.account.since", { date: format.date(connected_at) }),
    t(way === "token" ? "tools.account.by_token" : "tools.account.by_sign_in"),
    ...(seen_at === null ? [] : [t("tools.account.seen", { ago: format.ago(seen_at) })]),
  ];
  return (
    <section
      aria-label={t("tools.account.title")}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-surface p-4 ring-1 ring-line"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-text">
        <Icon of={toolIcons[tool]} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="own-direction truncate font-strong">{account}</p>
        <p className="text-sm text-ink-muted">{facts.join(" · ")}</p>
      </div>
      <Disconnect connection={connection} />
    </section>
  );
}

export function Disconnect({ connection: { tool, account } }: { connection: ToolConnection }) {
  const t = useText();
  const disconnect = useDisconnect(tool);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button icon={Unplug} onPress={() => setIsAsking(true)}>
        {t("tools.account.disconnect")}
      </Button>
      <ConfirmDialog
        title={t("tools.account.disconnect_title", { account })}
        confirmLabel={t("tools.account.disconnect")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => disconnect.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        isDestructive
        isPending={disconnect.isPending}
      >
        {t("tools.account.disconnect_text", { tool: t(`tools.names.${tool}`) })}
      </ConfirmDialog>
    </>
  );
}
