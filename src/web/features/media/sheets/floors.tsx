import { ListOrdered } from "lucide-react";
import { useState } from "react";
import type { Sheet } from "#contract/sheets.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { useOrderSheets, useSheets } from "./sheets.queries.ts";

/** The other floors of the project, in an order that can be changed. */
export function Floors({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const sheets = useSheets(sheet.id_project);
  const [isOrdering, setIsOrdering] = useState(false);
  const all = sheets.data ?? [];
  if (all.length < 2) return null;
  return (
    <div className="mb-4 flex items-center gap-2">
      <nav aria-label={t("sheets.floors")} className="min-w-0 overflow-x-auto [scrollbar-width:thin]">
        <ul className="flex gap-1">
          {all.map(({ id, name, floor }) => (
            <li key={id} className="shrink-0">
              <Link
                href={`/editsheet/${id}`}
                {...(id === sheet.id && { "aria-current": "page" as const })}
                className={cx(
                  "flex min-h-9 items-center gap-2 rounded-md px-3 no-underline touch:min-h-11",
                  id === sheet.id ? "bg-accent-soft text-accent-text" : "text-ink-muted hover:bg-hover",
                )}
              >
                <bdi>{name}</bdi>
                {floor !== "" && floor !== name && <bdi className="text-xs opacity-80">{floor}</bdi>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {sheet.can["edit"] === true && (
        <IconButton
          icon={ListOrdered}
          label={t("sheets.order")}
          onPress={() => setIsOrdering(true)}
          className="touch:size-11"
        />
      )}
      {isOrdering && (
        <OrderDialog project={sheet.id_project} sheets={all} onClose={() => setIsOrdering(false)} />
      )}
    </div>
  );
}

interface OrderDialogProps {
  project: number;
  sheets: readonly Sheet[];
  onClose: () => void;
}

function OrderDialog({ project, sheets, onClose }: OrderDialogProps) {
  const t = useText();
  const [list, setList] = useState(sheets);
  const order = useOrderSheets(project);

  function save(): void {
    order.mutate(
      list.map(({ id }) => id),
      {
        onSuccess: onClose,
        onError: (error) =>
          showToast({ tone: "bad", title: t("sheets.not_saved"), text: errorText(error, t) }),
      },
    );
  }

  return (
    <Modal
      title={t("sheets.order")}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button variant="primary" isPending={order.isPending} onPress={save}>
            {t("common.save")}
          </Button>
        </>
      }
    >
      <SortableList
        label={t("sheets.order")}
        items={list}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        onMove={(from, to) =>
          setList((before) => {
            const after = [...before];
            after.splice(to, 0, ...after.splice(from, 1));
            return after;
          })
        }
      >
        {({ name, floor }, { handle, arrows }) => (
          <span className="flex min-h-11 items-center gap-2">
            {handle}
            <span className="own-direction min-w-0 flex-1 truncate">{name}</span>
            <bdi className="text-sm text-ink-muted">{floor}</bdi>
            {arrows}
          </span>
        )}
      </SortableList>
    </Modal>
  );
}
