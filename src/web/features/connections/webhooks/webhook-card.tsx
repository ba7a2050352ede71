import {
  CircleCheck,
  CircleSlash,
  EllipsisVertical,
  KeyRound,
  ListChecks,
  Pencil,
  Send,
  Sparkle,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { useChangeWebhook, usePing } from "./webhooks.queries.ts";
import type { OpenDialog } from "./webhooks-part.tsx";

const looks = {
  new: { tone: "neutral", icon: Sparkle },
  ok: { tone: "ok", icon: CircleCheck },
  failing: { tone: "warn", icon: TriangleAlert },
  stopped: { tone: "bad", icon: CircleSlash },
  off: { tone: "neutral", icon: CircleSlash },
} as const;

export function WebhookCard({ webhook, onOpen }: { webhook: Webhook; onOpen: (dialog: OpenDialog) => void }) {
  const t = useText();
  const format = useFormat();
  const ping = usePing();
  const change = useChangeWebhook();
  const { url, description, events, id_project, project, is_active, state, last_delivery_at } = webhook;
  const shown = state !== "stopped" && !is_active ? "off" : state;
  const { tone, icon } = looks[shown];
  const name = new URL(url).host;

  const tellFailure = (error: unknown) => showFailure(error, t);

  async function send(): Promise<void> {
    try {
      const { state: reached, status, answer } = await ping.mutateAsync(webhook.id);
      const isTaken = reached === "delivered";
      showToast(
        {
          tone: isTaken ? "ok" : "bad",
          title: t(isTaken ? "webhooks.pinged" : "webhooks.ping_failed", { name }),
          ...(!isTaken && { text: status === null ? answer : t("webhooks.answered", { status }) }),
        },
        limits.toast.form,
      );
    } catch (error) {
      tellFailure(error);
    }
  }

  const toggle = () =>
    change.mutate({ id: webhook.id, body: { is_active: !is_active } }, { onError: tellFailure });

  return (
    <Card>
      <div className="flex flex-wrap items-start justify-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="own-direction truncate font-mono text-sm font-strong" title={url}>
            {url.replace(/^https?:\/\//, "")}
          </p>
          {description !== "" && <p className="own-direction truncate text-ink-muted">{description}</p>}
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
            <Chip tone={tone} icon={icon}>
              {t(`webhooks.states.${shown}`)}
            </Chip>
            <span>{t("webhooks.hears", { count: events.length })}</span>
            <bdi>
              {id_project === null
                ? t("webhooks.all_projects")
                : project === ""
                  ? t("webhooks.project_closed")
                  : project}
            </bdi>
            {last_delivery_at !== null && (
              <span>{t("webhooks.last", { ago: format.ago(last_delivery_at) })}</span>
            )}
          </p>
        </div>
        <div className="-me-2 flex items-center gap-1">
          <Button icon={ListChecks} onPress={() => onOpen({ what: "log", webhook })}>
            {t("webhooks.log")}
          </Button>
          <Menu
            label={t("webhooks.more_of", { name })}
            trigger={
              <IconButton
                icon={EllipsisVertical}
                label={t("webhooks.more_of", { name })}
                hasTooltip={false}
                className="touch:size-11"
              />
            }
          >
            <MenuItem icon={Send} label={t("webhooks.ping")} onAction={() => void send()} />
            <MenuItem
              icon={Pencil}
              label={t("webhooks.edit")}
              onAction={() => onOpen({ what: "edit", webhook })}
            />
            <MenuItem
              icon={KeyRound}
              label={t("webhooks.renew")}
              onAction={() => onOpen({ what: "renew", webhook })}
            />
            <MenuItem
              icon={is_active ? CircleSlash : CircleCheck}
              label={t(is_active ? "webhooks.switch_off" : "webhooks.switch_on")}
              onAction={toggle}
            />
            <MenuItem
              icon={Trash2}
              isDestructive
              label={t("webhooks.delete")}
              onAction={() => onOpen({ what: "delete", webhook })}
            />
          </Menu>
        </div>
      </div>
    </Card>
  );
}
