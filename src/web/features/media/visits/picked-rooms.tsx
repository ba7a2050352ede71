import { CircleCheck, CircleX, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Input } from "react-aria-components/Input";
import { TextField } from "react-aria-components/TextField";
import { limits } from "#contract/limits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import type { UploadState } from "#web/lib/uploads/batch.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MenuItem } from "#web/ui/menu.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { RowMenu } from "#web/ui/row-menu.tsx";
import { SortableList, type SortControls } from "#web/ui/sortable-list.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { PickedRoom, PickedRooms } from "./use-picked-rooms.ts";

export interface PickedRoomsListProps {
  picked: PickedRooms;
  /** Upload state of each; empty before the upload. */
  states: ReadonlyMap<string, UploadState>;
  /** While true nothing can be renamed, moved or removed. */
  isFixed: boolean;
}

/** The selected pictures in walking order, each with its room's name; during the upload with its progress. */
export function PickedRoomsList({ picked, states, isFixed }: PickedRoomsListProps) {
  const t = useText();
  const section = useRef<HTMLElement>(null);
  const hasRooms = picked.rooms.length > 0;
  // The list appears below the fold on most screens; scrolls to it to show that the files were accepted.
  useEffect(() => {
    if (hasRooms) section.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [hasRooms]);
  if (!hasRooms) return null;
  return (
    <section ref={section} className="scroll-mb-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-sm font-strong">{t("visits.picked")}</h3>
        {!isFixed && picked.rooms.length > 1 && (
          <p className="text-xs text-ink-muted">{t("visits.picked_hint")}</p>
        )}
      </div>
      <SortableList
        label={t("visits.picked")}
        items={picked.rooms}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onMove={picked.move}
        isDisabled={isFixed}
        className="gap-1"
      >
        {(room, controls) => (
          <div className="flex items-center gap-2 py-1 sm:gap-3">
            {!isFixed && controls.handle}
            <Preview room={room} />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              {isFixed ? (
                <Travelling room={room} state={states.get(room.key)} />
              ) : (
                <>
                  <RoomName
                    name={room.name}
                    label={t("visits.room_name")}
                    onChange={(name) => picked.rename(room.key, name)}
                  />
                  <Facts room={room} />
                </>
              )}
            </div>
            {!isFixed && (
              <PickedActions room={room} controls={controls} onRemove={() => picked.remove(room.key)} />
            )}
          </div>
        )}
      </SortableList>
    </section>
  );
}

function PickedActions({
  room: { name },
  controls,
  onRemove,
}: {
  room: PickedRoom;
  controls: SortControls;
  onRemove: () => void;
}) {
  const t = useText();
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <RowMenu label={t("visits.actions_of", { name })} controls={controls} name={name}>
        <MenuItem icon={X} label={t("visits.remove_picture", { name })} onAction={onRemove} />
      </RowMenu>
    );
  }
  return (
    <span className="flex shrink-0 items-center">
      {controls.arrows}
      <IconButton
        icon={X}
        size="sm"
        label={t("visits.remove_picture", { name })}
        onPress={onRemove}
        hasTooltip={false}
      />
    </span>
  );
}

function Preview({ room }: { room: PickedRoom }) {
  const t = useText();
  if (room.size === null) {
    return (
      <span
        title={t("visits.checking")}
        className="flex h-11 w-22 shrink-0 items-center justify-center rounded-md bg-press text-ink-muted sm:h-15 sm:w-30"
      >
        <Spinner />
      </span>
    );
  }
  return (
    <Picture
      src={room.preview}
      alt={t("visits.preview_of", { name: room.name })}
      isFirst
      className="h-11 w-22 shrink-0 rounded-md sm:h-15 sm:w-30"
    />
  );
}

function RoomName({
  name,
  label,
  onChange,
}: {
  name: string;
  label: string;
  onChange: (name: string) => void;
}) {
  return (
    <TextField aria-label={label} value={name} onChange={onChange} maxLength={limits.name}>
      <Input className={cx(fieldBox, controlHeight)} />
    </TextField>
  );
}

function Facts({ room }: { room: PickedRoom }) {
  const t = useText();
  const format = useFormat();
  return (
    <p className="truncate text-xs text-ink-muted tabular-nums max-sm:hidden">
      {room.size === null ? (
        t("visits.checking")
      ) : (
        <>
          <bdi dir="ltr">{`${room.size.width}×${room.size.height}`}</bdi>
          {" · "}
          {format.bytes(room.file.size)}
        </>
      )}
    </p>
  );
}

function Travelling({
  room,
  state = { kind: "waiting" },
}: {
  room: PickedRoom;
  state?: UploadState | undefined;
}) {
  const t = useText();
  if (state.kind === "uploading") return <ProgressBar label={room.name} share={state.share} />;
  const [icon, look, words] =
    state.kind === "done"
      ? ([CircleCheck, "text-ok-text", t("visits.upload_done")] as const)
      : state.kind === "failed"
        ? ([CircleX, "text-bad-text", `${t("visits.upload_failed")}: ${state.reason}`] as const)
        : ([null, "text-ink-muted", t("visits.upload_waiting")] as const);
  return (
    <>
      <span className="own-direction truncate">{room.name}</span>
      <span className={cx("flex items-center gap-1.5 text-xs", look)}>
        {icon && <Icon of={icon} size="sm" className="size-3.5" />}
        {words}
      </span>
    </>
  );
}
