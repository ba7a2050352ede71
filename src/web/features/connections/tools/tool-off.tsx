import { Lock } from "lucide-react";
import type { Tool, ToolConnection } from "#contract/tools.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Disconnect } from "./connect/account-card.tsx";

interface ToolOffProps {
  tool: Tool;
  because: "site" | "person" | "plan";
  /** A connection from before it was disabled: it can still be removed. */
  connection: ToolConnection | null;
}

/** Why the tool is not available to this user, and who can change that. */
export function ToolOff({ tool, because, connection }: ToolOffProps) {
  const t = useText();
  const { id, super_admin } = useSignedInUser();
  const way =
    because === "plan"
      ? { href: "/changeplan", label: t("tools.off.to_plans") }
      : !super_admin
        ? null
        : because === "site"
          ? { href: "/settings?group=integrations", label: t("tools.off.to_settings") }
          : { href: `/edituser/${id}`, label: t("tools.off.to_account") };
  return (
    <div className="flex flex-col gap-4">
      <EmptyState
        icon={Lock}
        title={t("tools.off.title", { tool: t(`tools.names.${tool}`) })}
        text={t(`tools.off.${because}`)}
        {...(way !== null && {
          action: (
            <Link href={way.href} look={{ variant: "primary" }}>
              {way.label}
            </Link>
          ),
        })}
      />
      {connection !== null && (
        <div className="mx-auto flex max-w-120 flex-wrap items-center justify-between gap-3 rounded-lg bg-surface p-4 ring-1 ring-line">
          <p className="min-w-0 flex-1 basis-48 text-sm text-ink-muted">
            {t("tools.off.kept", { account: connection.account })}
          </p>
          <Disconnect connection={connection} />
        </div>
      )}
    </div>
  );
}
