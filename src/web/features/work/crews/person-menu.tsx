import { EllipsisVertical, Link2, PencilLine, Send, UserMinus } from "lucide-react";
import { useState } from "react";
import type { Crew, CrewLink, CrewPerson } from "#contract/crews.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { useCrewChanges } from "./crews.queries.ts";

const personDialog = later(() => import("./person-dialog.tsx"));

interface PersonMenuProps {
  crew: Crew;
  person: CrewPerson;
  link: CrewLink | undefined;
  onSend: () => void;
  onRenew: () => void;
}

/** Nothing for callers who may change neither the person nor the link. */
export function PersonMenu({ crew, person, link, onSend, onRenew }: PersonMenuProps) {
  const t = useText();
  const changes = useCrewChanges();
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const PersonDialog = useLater(personDialog, open === "edit")?.PersonDialog;
  const mayEdit = crew.can["edit"] === true;
  const maySend = link?.can["send"] === true;
  const mayRenew = link?.can["renew"] === true;
  if (!mayEdit && !maySend && !mayRenew) return null;
  const { name } = person;
  const label = t("crews.screens.actions_for", { name });
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="touch:size-11" />
        }
      >
        {maySend && <MenuItem icon={Send} label={t("crews.screens.link.send")} onAction={onSend} />}
        {mayRenew && <MenuItem icon={Link2} label={t("crews.screens.link.renew")} onAction={onRenew} />}
        {mayEdit && (
          <>
            {(maySend || mayRenew) && <MenuSeparator />}
            <MenuItem
              icon={PencilLine}
              label={t("crews.screens.person.edit")}
              onAction={() => setOpen("edit")}
            />
            <MenuItem
              icon={UserMinus}
              label={t("crews.screens.person.remove")}
              isDestructive
              onAction={() => setOpen("remove")}
            />
          </>
        )}
      </Menu>
      {PersonDialog && open === "edit" && (
        <PersonDialog crew={crew} person={person} onClose={() => setOpen(null)} />
      )}
      {open === "remove" && (
        <DeleteDialog
          title={t("crews.screens.person.remove_title", { name })}
          confirmLabel={t("crews.screens.person.remove")}
          done={t("crews.screens.person.removed", { name })}
          onDelete={() => changes.removePerson(crew.id, person.id)}
          onClose={() => setOpen(null)}
        >
          {t("crews.screens.person.remove_text")}
        </DeleteDialog>
      )}
    </>
  );
}
