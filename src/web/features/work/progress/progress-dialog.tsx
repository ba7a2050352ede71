import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Progress } from "#contract/progress.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { notKept } from "#web/shell/outbox/send-or-keep.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PercentField } from "#web/ui/percent-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { floorNames, placeName } from "./floor-names.ts";
import type { Word } from "./progress.queries.ts";
import { today, useProgressEntries } from "./use-progress-entries.ts";

/** Initial location of a dialog, and its last progress. */
export interface ProgressStart {
  readonly id_sheet: number | null;
  readonly place: string;
  readonly percent: number;
}

interface ProgressDialogProps {
  project: number;
  progress: Progress;
  /** Null: any location may be selected. */
  start: ProgressStart | null;
  /** The day that the screen shows; today by default. */
  day?: string;
  onClose: () => void;
}

const wholeProject = "0";

/** The last progress entry of a floor, or of a location on it; null where there is none. */
function levelOf({ floors }: Progress, { id_sheet, place }: Pick<Word, "id_sheet" | "place">): number | null {
  const floor = floors.find((one) => one.id_sheet === id_sheet);
  const name = place.trim().toLowerCase();
  if (name === "") return floor?.percent ?? null;
  return floor?.places.find((one) => one.place.toLowerCase() === name)?.percent ?? null;
}

/** Records the progress of a location. */
export function ProgressDialog({ project, progress, start, day, onClose }: ProgressDialogProps) {
  const t = useText();
  const format = useFormat();
  const telling = useProgressEntries(project);
  const { floors } = progress;
  const first = floors.find(({ id_sheet }) => id_sheet !== null)?.id_sheet ?? null;
  const [word, setWord] = useState<Word>({
    id_sheet: start === null ? first : start.id_sheet,
    place: start?.place ?? "",
    percent: start?.percent ?? levelOf(progress, { id_sheet: first, place: "" }) ?? 0,
    on_date: day ?? today(),
    note: "",
  });
  const set = (next: Partial<Word>) => setWord({ ...word, ...next });
  /** Another location begins at its last progress. */
  const goTo = (next: Pick<Word, "id_sheet" | "place">) =>
    set({ ...next, percent: levelOf(progress, next) ?? word.percent });
  const names = floorNames(floors, t);
  const places = floors.find(({ id_sheet }) => id_sheet === word.id_sheet)?.places ?? [];
  const options = [
    ...floors
      .filter(({ id_sheet }) => id_sheet !== null)
      .map(({ id_sheet }) => ({ value: String(id_sheet), label: names.get(id_sheet) ?? "" })),
    { value: wholeProject, label: t("progress.whole_project") },
  ];
  const error = telling.error;
  const at = (field: keyof Word) => {
    const text = fieldError(error, field, t);
    return text === undefined ? {} : { error: text };
  };
  const isElsewhere =
    error !== null && (Object.keys(word) as (keyof Word)[]).every((key) => !("error" in at(key)));

  async function save(): Promise<void> {
    if (await telling.save(word, placeName(names, word, t))) onClose();
  }

  return (
    <Modal
      title={t("progress.tell")}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t("progress.cancel")}</Button>
          <Button variant="primary" isPending={telling.isPending} onPress={() => void save()}>
            {t("progress.save")}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {isElsewhere && <Banner tone="bad">{notKept(error) ?? errorText(error, t)}</Banner>}
        {options.length > 1 && (
          <Select
            label={t("progress.floor")}
            options={options}
            value={word.id_sheet === null ? wholeProject : String(word.id_sheet)}
            onChange={(id) => goTo({ id_sheet: id === wholeProject ? null : Number(id), place: word.place })}
            {...at("id_sheet")}
          />
        )}
        <SuggestField
          label={t("progress.place")}
          hint={t("progress.place_hint")}
          value={word.place}
          onChange={(place) => goTo({ id_sheet: word.id_sheet, place })}
          suggestions={places.map(({ place }) => place)}
          maxLength={limits.name}
          {...at("place")}
        />
        <div>
          <p aria-hidden className="mb-1 text-sm">
            {t("progress.percent")}
          </p>
          <PercentField
            label={t("progress.percent")}
            figureLabel={t("progress.percent_field")}
            value={word.percent}
            onChange={(percent) => set({ percent })}
            {...at("percent")}
          />
        </div>
        <DateField
          label={t("progress.day")}
          value={word.on_date}
          onChange={(on_date) => set({ on_date: on_date ?? today() })}
          {...at("on_date")}
        />
        <TextArea
          label={t("progress.note")}
          rows={2}
          value={word.note}
          onChange={(note) => set({ note })}
          maxLength={limits.description}
          {...at("note")}
        />
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
          {format.percent(word.percent / 100)}
        </button>
      </form>
    </Modal>
  );
}
