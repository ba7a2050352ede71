import { useRef, useState } from "react";
import { spotTimelapseLimits as limits } from "#contract/spot-timelapses.limits.ts";
import type { Moment } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { View } from "#panorama/types.ts";
import { call } from "#web/lib/client.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainCheckbox } from "#web/ui/plain/plain-checkbox.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainSelect } from "#web/ui/plain/plain-select.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { bearingOf } from "../bearing.ts";
import { failureText } from "../edit/failure.ts";
import { type Frame, roomName, useFrame } from "../frame.ts";
import { dateWords } from "../time/words.ts";
import { chosenOf, type DateChoice, type DateMode, firstChoice } from "./date-choice.ts";
import { TimelapseList, type TimelapseListHandle } from "./timelapse-list.tsx";
import { leaveAddress } from "./timelapse-tool.ts";

interface Here {
  readonly id_project: number;
  readonly room: Room;
  readonly view: View;
}

/** Asks what a video of the spot should show, and lists those of the project with their progress. */
export function openTimelapse(frame: Frame, here: Here): void {
  frame.mount("timelapse", <TimelapseDialog key={here.room.id} {...here} />);
}

function TimelapseDialog(here: Here) {
  const t = useText();
  const frame = useFrame();
  const { id_project, room } = here;
  const list = useRef<TimelapseListHandle>(null);
  const { result, retry } = useLoaded(() =>
    call(
      "GET /api/viewer-timeline",
      { query: { code: frame.tour.visit.get().code, id_room: room.id } },
      { toast: false },
    ),
  );
  return (
    <PlainDialog
      title={`${t("spot_timelapses.open")} · ${roomName(frame, room)}`}
      onClose={() => {
        leaveAddress();
        frame.mount("timelapse", null);
      }}
    >
      {result.state === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="text-bad-text">{t("spot_timelapses.load_failed")}</p>
          <PlainButton onClick={retry}>{t("spot_timelapses.retry")}</PlainButton>
        </div>
      ) : result.state === "loading" ? (
        <Spinner className="mx-auto my-10 size-7 text-accent-text" />
      ) : result.data.length < 2 ? (
        <div>
          <p className="font-strong">{t("spot_timelapses.none_title")}</p>
          <p className="mt-1 text-ink-muted">{t("spot_timelapses.none_text")}</p>
        </div>
      ) : (
        <TimelapseForm {...here} moments={result.data} onCreated={() => list.current?.refresh()} />
      )}
      <TimelapseList ref={list} project={id_project} />
    </PlainDialog>
  );
}

function TimelapseForm({
  id_project,
  room,
  view,
  moments,
  onCreated,
}: Here & { moments: readonly Moment[]; onCreated: () => void }) {
  const t = useText();
  const frame = useFrame();
  const [title, setTitle] = useState("");
  const [choice, setChoice] = useState(() => firstChoice(moments));
  const [motion, setMotion] = useState("fixed");
  const [hasStamp, setHasStamp] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState("");
  const [isStarted, setIsStarted] = useState(false);
  const bearing = Math.round(bearingOf(view.yaw, room.north)) % 360;
  const chosen = chosenOf(moments, choice);
  const isTooFew = chosen.length < 2;

  async function create(): Promise<void> {
    setIsSending(true);
    setFailure("");
    setIsStarted(false);
    try {
      await call(
        "POST /api/projects/{id}/spot-timelapses",
        {
          params: { id: id_project },
          body: {
            ...framingOf(room, view),
            ...(choice.mode !== "all" && { rooms: chosen.map(({ id_room }) => id_room) }),
            is_turning: motion === "turning",
            has_stamp: hasStamp,
            title,
            language: frame.speaker.language,
            time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          },
        },
        { toast: false },
      );
      setIsStarted(true);
      onCreated();
    } catch (error) {
      setFailure(await failureText(frame, error));
    }
    setIsSending(false);
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && !isTooFew) void create();
      }}
    >
      <p className="text-sm text-ink-muted">{t("spot_timelapses.intro")}</p>
      <PlainField
        label={t("spot_timelapses.name")}
        hint={t("spot_timelapses.name_hint")}
        value={title}
        onChange={setTitle}
        maxLength={limits.title}
      />
      <DateFields moments={moments} choice={choice} onChange={setChoice} />
      <PlainSelect
        label={t("spot_timelapses.motion")}
        value={motion}
        onChange={setMotion}
        options={[
          { value: "fixed", label: t("spot_timelapses.fixed", { bearing }) },
          { value: "turning", label: t("spot_timelapses.turning") },
        ]}
      />
      <PlainCheckbox isSelected={hasStamp} onChange={setHasStamp}>
        {t("spot_timelapses.stamp")}
      </PlainCheckbox>
      <Notes chosen={chosen} />
      <Outcome
        problem={
          isTooFew
            ? t(isBackwards(choice, chosen) ? "spot_timelapses.range_order" : "spot_timelapses.too_few")
            : failure
        }
        isStarted={isStarted}
      />
      <PlainButton
        type="submit"
        variant="primary"
        isPending={isSending}
        isDisabled={isTooFew}
        className="min-h-11 self-start"
      >
        {t("spot_timelapses.create")}
      </PlainButton>
    </form>
  );
}

/** The room and the direction on the screen, by compass and within the limits of a request. */
const framingOf = (room: Room, view: View) => ({
  id_room: room.id,
  bearing: view.yaw - room.north,
  pitch: Math.max(-85, Math.min(85, view.pitch)),
  fov: Math.max(limits.fov.min, Math.min(limits.fov.max, view.fov)),
});

const isBackwards = ({ mode }: DateChoice, chosen: readonly Moment[]) =>
  mode === "range" && chosen.length === 0;

function Outcome({ problem, isStarted }: { problem: string; isStarted: boolean }) {
  const t = useText();
  return (
    <div aria-live="polite" className="text-sm">
      {problem !== "" && <p className="text-bad-text">{problem}</p>}
      {isStarted && <p className="text-ok-text">{t("spot_timelapses.started")}</p>}
    </div>
  );
}

/** Notes before the request: a limit, photos without a north, and who can watch it. */
function Notes({ chosen }: { chosen: readonly Moment[] }) {
  const t = useText();
  const nameless = chosen.filter(({ has_north }) => !has_north).length;
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-muted">
      {chosen.length > limits.dates && <p>{t("spot_timelapses.many", { n: limits.dates })}</p>}
      {nameless > 0 && <p>{t("spot_timelapses.north_missing", { count: nameless })}</p>}
      <p>{t("spot_timelapses.rights")}</p>
    </div>
  );
}

function DateFields({
  moments,
  choice,
  onChange,
}: {
  moments: readonly Moment[];
  choice: DateChoice;
  onChange: (choice: DateChoice) => void;
}) {
  const t = useText();
  const { speaker } = useFrame();
  const words = dateWords(moments, speaker);
  const options = moments.map(({ id_room }, at) => ({
    value: String(id_room),
    label: words[at]?.long ?? "",
  }));
  const pick = (id_room: number, isPicked: boolean) => {
    const picked = new Set(choice.picked);
    if (isPicked) picked.add(id_room);
    else picked.delete(id_room);
    onChange({ ...choice, picked });
  };
  return (
    <>
      <PlainSelect
        label={t("spot_timelapses.dates")}
        value={choice.mode}
        onChange={(mode) => onChange({ ...choice, mode: mode as DateMode })}
        options={[
          { value: "all", label: t("spot_timelapses.dates_all", { count: moments.length }) },
          { value: "range", label: t("spot_timelapses.dates_range") },
          { value: "picked", label: t("spot_timelapses.dates_picked") },
        ]}
      />
      {choice.mode === "range" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <PlainSelect
            label={t("spot_timelapses.from")}
            value={String(choice.from)}
            onChange={(from) => onChange({ ...choice, from: Number(from) })}
            options={options}
          />
          <PlainSelect
            label={t("spot_timelapses.to")}
            value={String(choice.to)}
            onChange={(to) => onChange({ ...choice, to: Number(to) })}
            options={options}
          />
        </div>
      )}
      {choice.mode === "picked" && (
        <fieldset className="flex max-h-52 flex-col gap-1 overflow-y-auto rounded-md border border-line p-3">
          <legend className="sr-only">{t("spot_timelapses.dates_picked")}</legend>
          {moments.map(({ id_room }, at) => (
            <PlainCheckbox
              key={id_room}
              isSelected={choice.picked.has(id_room)}
              onChange={(isPicked) => pick(id_room, isPicked)}
            >
              {words[at]?.long ?? ""}
            </PlainCheckbox>
          ))}
        </fieldset>
      )}
    </>
  );
}
