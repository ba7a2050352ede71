import { CircleX, LoaderCircle, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Input } from "react-aria-components/Input";
import { NumberField } from "react-aria-components/NumberField";
import { TextField } from "react-aria-components/TextField";
import { limits } from "#contract/limits.ts";
import type { Room } from "#contract/visits.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { useDeleteRoom } from "./visits.queries.ts";

export interface RoomRowProps {
  room: Room;
  /** Of the visit, for the way into the viewer. */
  code: string;
  routeId: string;
  mayEdit: boolean;
  onChange: (change: { name?: string; north?: number }) => void;
  handle: ReactNode;
  arrows: ReactNode;
}

/** A room: its picture, its name and north to be changed in place, its state while there is no picture yet. */
export function RoomRow({ room, code, routeId, mayEdit, onChange, handle, arrows }: RoomRowProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line py-2 sm:gap-3">
      {mayEdit && handle}
      <RoomPicture room={room} code={code} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 md:flex-row md:items-center md:gap-4">
        <div className="min-w-0 flex-1">
          <RoomName room={room} isReadOnly={!mayEdit} onRename={(name) => onChange({ name })} />
          <RoomState room={room} />
        </div>
        <North room={room} isReadOnly={!mayEdit} onTurn={(north) => onChange({ north })} />
      </div>
      {mayEdit && (
        <span className="flex shrink-0 items-center max-sm:flex-col">
          {arrows}
          <DeleteRoom room={room} routeId={routeId} />
        </span>
      )}
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
  "hovered:not-read-only:border-line-strong focused:border-accent-text focused:bg-surface focused:shadow-[0_0_0_1px_var(--accent-text)]";

/** Saved on Enter and on leaving the field; Escape takes the old name back. */
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
    return (
      <p role="status" className="px-2 text-xs text-ink-muted">
        {t("visits.room_processing")}
      </p>
    );
  }
  return (
    <p className="px-2 text-xs text-bad-text">
      {t("visits.room_failed")}
      {picture.problem !== null && `: ${problemText(picture.problem, t)}`} {t("visits.room_failed_text")}
    </p>
  );
}

/** A code of the contract in words; the worker gives nothing else, and an unknown one is better than silence. */
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
  onTurn: (north: number) => void;
}) {
  const t = useText();
  return (
    <NumberField
      aria-label={t("visits.north_of", { name: room.name })}
      value={room.north}
      onChange={(north) => !Number.isNaN(north) && north !== room.north && onTurn(north)}
      minValue={-180}
      maxValue={180}
      isReadOnly={isReadOnly}
      formatOptions={{ style: "unit", unit: "degree", unitDisplay: "narrow", maximumFractionDigits: 1 }}
      className="flex shrink-0 items-center gap-1 ps-2 text-ink-muted"
    >
      <span aria-hidden className="text-xs">
        {t("visits.north")}
      </span>
      <Input className={cx(quietInput, "w-20! text-start tabular-nums")} />
    </NumberField>
  );
}

function DeleteRoom({ room, routeId }: { room: Room; routeId: string }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteRoom(routeId);

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(room.id);
      showToast({ tone: "ok", title: t("visits.room_deleted", { name: room.name }) }, limits.toast.form);
    } catch (error) {
      setIsAsking(false);
      showToast({ tone: "bad", title: t("errors.title.error"), text: errorText(error, t) });
    }
  }

  return (
    <>
      <IconButton
        icon={Trash2}
        size="sm"
        label={t("visits.delete_room", { name: room.name })}
        onPress={() => setIsAsking(true)}
        hasTooltip={false}
      />
      <ConfirmDialog
        title={t("visits.delete_room_title", { name: room.name })}
        confirmLabel={t("visits.delete_room_confirm")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {t("visits.delete_room_text")}
      </ConfirmDialog>
    </>
  );
}
