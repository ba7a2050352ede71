import { type LucideIcon, Plus } from "lucide-react";
import { type ComponentType, type ReactElement, Suspense } from "react";
import type { CurrentUser } from "#contract/auth.ts";
import { isReadOnly, whyNot } from "#web/lib/can-create.ts";
import {
  type CapturedItem,
  type Creation,
  endCreation,
  startCreation,
  useCreation,
} from "#web/lib/creation.ts";
import { useCreationHere } from "#web/lib/project-in-view.ts";
import { useUser } from "#web/lib/session.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ownInvoicesPath } from "./own-invoices.ts";

/** A kind of record that can be created from anywhere; listed beside the route table. */
export interface CreateAction {
  kind: Creation["kind"];
  label: TextKey;
  icon: LucideIcon;
  /** Disabled for users whose request the server would refuse. */
  isAllowed: (user: CurrentUser) => boolean;
  /** The dialog, loaded when it is first opened (`React.lazy`). */
  dialog: ComponentType<CreateDialogProps>;
}

export interface CreateDialogProps {
  onClose: () => void;
  /** The initial project. */
  id_project?: number;
  /** The initial position on a floor plan. */
  place?: { readonly id_sheet: number; readonly x: number; readonly y: number };
  /** The item that the snag is made of. */
  captured?: CapturedItem;
}

export function CreateMenu({
  actions,
  trigger,
}: {
  actions: readonly CreateAction[];
  trigger?: ReactElement;
}) {
  const t = useText();
  const user = useUser();
  const creationHere = useCreationHere();
  if (user === null || actions.length === 0) return null;
  const isOff = isReadOnly(user);
  return (
    <Menu
      label={t("shell.top_bar.create")}
      {...(isOff && { header: <OffNote /> })}
      trigger={trigger ?? <Button icon={Plus}>{t("shell.top_bar.create")}</Button>}
    >
      {actions.map(({ kind, label, icon, isAllowed }) => {
        const why = whyNot(user, kind);
        return (
          <MenuItem
            key={kind}
            id={kind}
            label={t(label)}
            icon={icon}
            isDisabled={!isAllowed(user)}
            {...(why !== null && { note: t(why), isNoteHidden: isOff })}
            onAction={() => startCreation(creationHere(kind))}
          />
        );
      })}
    </Menu>
  );
}

/** One reason for all; each entry repeats it for screen readers. */
function OffNote() {
  const t = useText();
  return (
    <p aria-hidden className="max-w-60 px-3.5 pt-3 pb-1 text-xs text-bad-text">
      {t("plans.subscription.unpaid.off")}
    </p>
  );
}

/** The open creation dialog, if any. Rendered once in the layout. */
export function CreateDialogs({ actions }: { actions: readonly CreateAction[] }) {
  const creation = useCreation();
  const user = useUser();
  const action = actions.find(({ kind }) => kind === creation?.kind);
  if (creation === null || action === undefined) return null;
  // For a user who gets past a disabled button: a form that cannot be submitted is not opened.
  if (isReadOnly(user)) return <ReadOnlyDialog onClose={endCreation} />;
  const Dialog = action.dialog;
  const { kind: _, ...start } = creation;
  return (
    <Suspense fallback={null}>
      <Dialog onClose={endCreation} {...start} />
    </Suspense>
  );
}

function ReadOnlyDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      title={t("plans.subscription.unpaid.read_only_title")}
      size="sm"
      role="alertdialog"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.close")}</Button>
          <Link href={ownInvoicesPath} look={{ variant: "primary" }} onPress={onClose}>
            {t("plans.subscription.unpaid.show")}
          </Link>
        </>
      }
    >
      <p className="text-ink-muted">{t("plans.subscription.unpaid.off")}</p>
    </Modal>
  );
}
