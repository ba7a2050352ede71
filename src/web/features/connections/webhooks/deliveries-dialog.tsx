import { ChevronDown, CircleCheck, CircleX, Clock, Inbox } from "lucide-react";
import { useState } from "react";
import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { eventText } from "./events.ts";
import { perPage, useDeliveries, useSendAgain } from "./webhooks.queries.ts";

const looks = {
  waiting: { tone: "warn", icon: Clock },
  delivered: { tone: "ok", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
} as const;

/** Deliveries to a webhook, and their responses. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const { data, error, isPending } = useDeliveries(webhook.id, page, onlyFailed);
  return (
    <Modal
      title={t("webhooks.log_title", { name: new URL(webhook.url).host })}
      isOpen
      size="lg"
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">{t("webhooks.log_kept")}</p>
        <Switch
          isSelected={onlyFailed}
          onChange={(isOn) => {
            setOnlyFailed(isOn);
            setPage(1);
          }}
        >
          {t("webhooks.only_failed")}
        </Switch>
      </div>
      {isPending ? (
        <Skeleton className="h-60 w-full" />
      ) : data === undefined ? (
        <Banner tone="bad">{errorText(error, t)}</Banner>
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={Inbox}
          title={t(onlyFailed ? "webhooks.log_no_failures" : "webhooks.log_empty")}
          {...(!onlyFailed && { text: t("webhooks.log_empty_text") })}
        />
      ) : (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {data.items.map((delivery) => (
              <li key={delivery.id}>
                <Delivery webhookId={webhook.id} delivery={delivery} />
              </li>
            ))}
          </ul>
          <Pager page={page} perPage={perPage} total={data.total} onChange={setPage} />
        </>
      )}
    </Modal>
  );
}

function Delivery({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) {
  const t = useText();
  const format = useFormat();
  const again = useSendAgain(webhookId);
  const { event, state, attempts, status, answer, milliseconds, body, created_at, next_try_at } = delivery;
  const { tone, icon } = looks[state];
  const send = () =>
    again.mutate(delivery, {
      onError: (error) => showFailure(error, t),
    });
  return (
    <details className="group py-3">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1.5 rounded-sm text-sm touch:min-h-11">
        <Chip tone={tone} icon={icon}>
          {t(`webhooks.delivery.${state}`)}
        </Chip>
        <span className="font-strong">{t(eventText(event))}</span>
        {status !== null && (
          <span className="text-ink-muted tabular-nums" dir="ltr">
            {status}
          </span>
        )}
        <span className="ms-auto flex items-center gap-2 text-ink-muted">
          {format.ago(created_at)}
          <Icon of={ChevronDown} size="sm" className="transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="mt-3 flex flex-col gap-3">
        <p className="text-sm text-ink-muted">
          {t("webhooks.tried", { count: attempts })}
          {milliseconds !== null && ` · ${t("webhooks.took", { n: format.number(milliseconds) })}`}
          {next_try_at !== null && ` · ${t("webhooks.next", { when: format.date(next_try_at, "moment") })}`}
        </p>
        {answer !== "" && <Told label={t("webhooks.answer")} text={answer} />}
        {body !== "" && <Told label={t("webhooks.sent")} text={pretty(body)} />}
        <Button onPress={send} isPending={again.isPending} className="self-start">
          {t("webhooks.again")}
        </Button>
      </div>
    </details>
  );
}

function Told({ label, text }: { label: string; text: string }) {
  return (
    <figure>
      <figcaption className="mb-1 text-xs font-strong text-ink-muted">{label}</figcaption>
      <CodeBlock label={label} text={text} />
    </figure>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
