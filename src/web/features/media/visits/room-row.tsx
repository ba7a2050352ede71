import { CircleX, LoaderCircle, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { Input } from "react-aria-components/Input";
import { NumberField } from "react-aria-components/NumberField";
import { TextField } from "react-aria-components/TextField";
import { limits } from "#contract/limits.ts";
import type { Room } from "#contract/visits.ts";
import { translateMaybe } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { EvidenceDialog } from "#web/shell/evidence/evidence-dialog.tsx";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MenuItem } from "#web/ui/menu.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RowMenu } from "#web/ui/row-menu.tsx";
import type { SortControls } from "#web/ui/sortable-list.tsx";
import { useDeleteRoom } from "./visits.queries.ts";

export interface RoomRowProps {
  room: Room;
  /** Code of the visit, for the link to the viewer. */
  code: string;
  routeId: string;
  mayEdit: boolean;
  onChange: (change: { name?: string; north?: number | null }) => void;
  controls: SortControls;
}

/** A room: its picture, its name and north editable in place, its status while there is no picture yet. */
export function RoomRow({ room, code, routeId, mayEdit, onChange, controls }: RoomRowProps) {
  const t = useText();
  const isMobile = useIsMobile();
  const [isProving, setIsProving] = useState(false);
  return (
    <div className="flex items-center gap-2 border-b border-line py-2 sm:gap-3">
      {mayEdit && controls.handle}
      <RoomPicture room={room} code={code} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 md:flex-row md:items-center md:gap-4">
        <div className="min-w-0 flex-1">
          <RoomName room={room} isReadOnly={!mayEdit} onRename={(name) => onChange({ name })} />
          <RoomState room={room} />
        </div>
        <North room={room} isReadOnly={!mayEdit} onTurn={(north) => onChange({ north })} />
      </div>
      {!(mayEdit && isMobile) && (
        <IconButton
          icon={ShieldCheck}
          size="sm"
          label={t("visits.evidence_of", { name: room.name })}
          onPress={() => setIsProving(true)}
          className="touch:size-11"
        />
      )}
      {mayEdit && (
        <RoomActions room={room} routeId={routeId} controls={controls} onProve={() => setIsProving(true)} />
      )}
      <EvidenceDialog
        of={{ kind: "room", id: room.id }}
        isOpen={isProving}
        onClose={() => setIsProving(false)}
      />
    </div>
  );
}

function RoomPicture({ room, code }: { room: Room; code: string }) {
  const t = useText();
  const look = "h-12 w-24 shrink-0 overflow-hidden rounded-md sm:h-18 sm:w-36";
  if (room.picture.state !== "ready") {
    const isFailed = room.picture.state === "failed";
    return (
      <span className={cx(look, "flex items-center justify-center bg-press text-ink-muted")}>
        <Icon
          of={isFailed ? CircleX : LoaderCircle}
          className={isFailed ? "text-bad-text" : "animate-spin motion-reduce:animate-none"}
        />
      </span>
    );
  }
  return (
    <a
      href={`/viewer/${code}/${room.id}`}
      aria-label={t("visits.open_room", { name: room.name })}
      className={cx(look, "block transition-opacity hover:opacity-85")}
    >
      <Picture src={room.picture.thumbnail} className="size-full" />
    </a>
  );
}

const quietInput =
  "w-full min-w-0 rounded-md border border-transparent bg-transparent px-2 py-1 outline-none transition-colors touch:min-h-11 touch:text-base " +
  "hover:not-read-only:not-focus:border-line-strong focus:border-accent-text focus:bg-surface focus:shadow-[0_0_0_1px_var(--accent-text)]";

/** Saved on Enter and on blur; Escape restores the old name. */
function RoomName({
  room,
  isReadOnly,
  onRename,
}: {
  room: Room;
  isReadOnly: boolean;
  onRename: (name: string) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);

  function save(): void {
    const name = typed?.trim();
    setTyped(null);
    if (name !== undefined && name !== "" && name !== room.name) onRename(name);
  }

  return (
    <TextField
      aria-label={t("visits.rename", { name: room.name })}
      value={typed ?? room.name}
      onChange={setTyped}
      onBlur={save}
      maxLength={limits.name}
      isReadOnly={isReadOnly}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLElement) event.target.blur();
        if (event.key === "Escape") setTyped(null);
      }}
    >
      <Input className={cx(quietInput, "font-strong")} />
    </TextField>
  );
}

function RoomState({ room: { picture } }: { room: Room }) {
  const t = useText();
  if (picture.state === "ready") return null;
  if (picture.state === "processing") {
    return <output className="block px-2 text-xs text-ink-muted">{t("visits.room_processing")}</output>;
  }
  return (
    <p className="px-2 text-xs text-bad-text">
      {t("visits.room_failed")}
      {picture.problem !== null && `: ${problemText(picture.problem, t)}`} {t("visits.room_failed_text")}
    </p>
  );
}

/** Text of a contract code; the worker sends nothing else, and an unknown one is better than silence. */
function problemText(problem: string, t: ReturnType<typeof useText>): string {
  return translateMaybe(`errors.code.${problem}`, t);
}

function North({
  room,
  isReadOnly,
  onTurn,
}: {
  room: Room;
  isReadOnly: boolean;
  onTurn: (north: number | null) => void;
}) {
  const t = useText();
  return (
    <NumberField
      aria-label={t("visits.north_of", { name: room.name })}
      value={room.has_north ? room.north : Number.NaN}
      onChange={(north) => {
        if (Number.isNaN(north)) {
          if (room.has_north) onTurn(null);
        } else if (!room.has_north || north !== room.north) onTurn(north);
      }}
      minValue={-180}
      maxValue={180}
      isReadOnly={isReadOnly}
      formatOptions={{ maximumFractionDigits: 1 }}
      className="flex shrink-0 items-center gap-1 ps-2 text-ink-muted"
    >
      <span aria-hidden title={t("visits.north_hint")} className="text-xs">
        {t("visits.north")}
      </span>
      <span dir="ltr" className="relative">
        <Input dir="ltr" className={cx(quietInput, "w-18! pe-4! text-end tabular-nums")} />
        <span aria-hidden className="pointer-events-none absolute inset-y-0 end-2 flex items-center">
          °
        </span>
      </span>
    </NumberField>
  );
}

/** Arrows and bin in a row where there is room; on phones the same in a menu, each large enough for touch. */
function RoomActions({
  room,
  routeId,
  controls,
  onProve,
}: Pick<RoomRowProps, "room" | "routeId" | "controls"> & { onProve: () => void }) {
  const t = useText();
  const isMobile = useIsMobile();
  const [isAsking, setIsAsking] = useState(false);
  const { name } = room;
  return (
    <span className="flex shrink-0 items-center">
      {isMobile ? (
        <RowMenu label={t("visits.actions_of", { name })} controls={controls} name={name}>
          <MenuItem icon={ShieldCheck} label={t("visits.evidence_of", { name })} onAction={onProve} />
          <MenuItem
            icon={Trash2}
            label={t("visits.delete_room", { name })}
            isDestructive
            onAction={() => setIsAsking(true)}
          />
        </RowMenu>
      ) : (
        <>
          {controls.arrows}
          <IconButton
            icon={Trash2}
            size="sm"
            label={t("visits.delete_room", { name })}
            onPress={() => setIsAsking(true)}
            hasTooltip={false}
          />
        </>
      )}
      <DeleteRoom room={room} routeId={routeId} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </span>
  );
}

function DeleteRoom({
  room,
  routeId,
  isOpen,
  onClose,
}: {
  room: Room;
  routeId: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const remove = useDeleteRoom(routeId);

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(room.id);
      showToast({ tone: "ok", title: t("visits.room_deleted", { name: room.name }) }, limits.toast.form);
    } catch (error) {
      onClose();
      showFailure(error, t);
    }
  }

  return (
    <ConfirmDialog
      title={t("visits.delete_room_title", { name: room.name })}
      confirmLabel={t("visits.delete_room_confirm")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={remove.isPending}
    >
      {t("visits.delete_room_text")}
    </ConfirmDialog>
  );
}
