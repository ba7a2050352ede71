import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { useDeleteWebhook, useWebhooks } from "./webhooks.queries.ts";

export type OpenDialog =
  | { readonly what: "edit"; readonly webhook: Webhook | null }
  | { readonly what: "log" | "delete" | "renew"; readonly webhook: Webhook }
  | { readonly what: "secret"; readonly secret: string };

const hostOf = ({ url }: Webhook) => new URL(url).host;

/** Addresses that are notified of events here. */
export function WebhooksPart() {
  const t = useText();
  const { data, error, isPending, refetch } = useWebhooks();
  const remove = useDeleteWebhook();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);

  if (isPending) return <Skeleton className="h-60 w-full max-w-200" />;
  if (data === undefined)
    return <LoadFailure screen="webhooks" error={error} onRetry={() => void refetch()} />;

  const add = (
    <Button
      variant="primary"
      icon={Plus}
      isDisabled={!data.is_on || data.items.length >= limits.webhook.perPerson}
      onPress={() => setOpen({ what: "edit", webhook: null })}
    >
      {t("webhooks.add")}
    </Button>
  );
  return (
    <div className="max-w-200">
      {!data.is_on && (
        <Banner tone="warn" className="mb-6">
          {t("webhooks.off")}
        </Banner>
      )}
      {data.items.length === 0 ? (
        <EmptyState
          icon={WebhookIcon}
          title={t("webhooks.none_title")}
          text={t("webhooks.none_text")}
          {...(data.is_on && { action: add })}
        />
      ) : (
        <>
          <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <p className="max-w-120 text-ink-muted">{t("webhooks.intro")}</p>
            {add}
          </div>
          <ul className="flex flex-col gap-3" aria-label={t("webhooks.list")}>
            {data.items.map((webhook) => (
              <li key={webhook.id}>
                <WebhookCard webhook={webhook} onOpen={setOpen} />
              </li>
            ))}
          </ul>
        </>
      )}
      {open?.what === "edit" && (
        <WebhookDialog
          webhook={open.webhook}
          onClose={close}
          onMade={(secret) => setOpen({ what: "secret", secret })}
        />
      )}
      {open?.what === "log" && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.what === "delete" && (
        <DeleteDialog
          title={t("webhooks.delete_title", { name: hostOf(open.webhook) })}
          confirmLabel={t("webhooks.delete")}
          done={t("webhooks.deleted", { name: hostOf(open.webhook) })}
          onClose={close}
          onDelete={() => remove.mutateAsync(open.webhook.id)}
        >
          {t("webhooks.delete_text")}
        </DeleteDialog>
      )}
      {(open?.what === "secret" || open?.what === "renew") && (
        <SecretDialog
          secret={open.what === "secret" ? open.secret : null}
          webhook={open.what === "renew" ? open.webhook : null}
          onClose={close}
        />
      )}
    </div>
  );
}
