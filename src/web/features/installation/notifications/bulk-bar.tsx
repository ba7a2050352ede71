import { MailOpen, MailPlus, Trash2, X } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

export interface BulkBarProps {
  chosen: number;
  shown: number;
  /** The running action, if any. */
  pending: string | undefined;
  canDelete: boolean;
  onAll: (isChosen: boolean) => void;
  onClear: () => void;
  onRead: () => void;
  onUnread: () => void;
  onDelete: () => void;
}

/** The number of selected notifications and the bulk actions; without any, the checkbox that selects all. Sticky. */
export function BulkBar({ chosen, shown, pending, canDelete, ...on }: BulkBarProps) {
  const t = useText();
  const isBusy = pending !== undefined;
  return (
    <div className="sticky top-14 z-10 -mx-4 flex min-h-12 flex-wrap items-center gap-x-1 border-b border-line bg-canvas px-4 py-1 md:-mx-2 md:px-2">
      <Checkbox
        isSelected={chosen > 0 && chosen === shown}
        isIndeterminate={chosen > 0 && chosen < shown}
        onChange={on.onAll}
        className="me-2"
      >
        {chosen === 0 ? (
          <span className="text-ink-muted">{t("notifications.list.select_shown")}</span>
        ) : (
          <output className="font-strong tabular-nums">
            {t("notifications.list.selected", { count: chosen })}
          </output>
        )}
      </Checkbox>
      {chosen > 0 && (
        <IconButton
          icon={X}
          label={t("notifications.list.clear")}
          onPress={on.onClear}
          className="ms-auto md:order-last touch:size-11"
        />
      )}
      {chosen > 0 && (
        <div
          role="toolbar"
          aria-label={t("notifications.list.bulk")}
          className="flex flex-wrap items-center max-md:-ms-2.5 max-md:basis-full"
        >
          <Button
            variant="quiet"
            size="sm"
            icon={MailOpen}
            isDisabled={isBusy}
            isPending={pending === "read"}
            onPress={on.onRead}
          >
            {t("notifications.list.mark_read")}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon={MailPlus}
            isDisabled={isBusy}
            isPending={pending === "unread"}
            onPress={on.onUnread}
          >
            {t("notifications.list.mark_unread")}
          </Button>
          {canDelete && (
            <Button variant="quietDanger" size="sm" icon={Trash2} isDisabled={isBusy} onPress={on.onDelete}>
              {t("common.delete")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
