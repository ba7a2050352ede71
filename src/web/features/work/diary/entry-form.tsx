import { useQueryClient } from "@tanstack/react-query";
import { Camera, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DiaryEntry, DiaryFields } from "#contract/diary.ts";
import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { forgetDraft, keepDraft } from "#web/lib/form-drafts.ts";
import { showToast } from "#web/lib/toasts.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { upload } from "#web/lib/upload.ts";
import { useText } from "#web/lib/use-text.ts";
import { diaryChange, diaryPhoto } from "#web/shell/outbox/diary-acts.ts";
import { notKept, type Outcome, sendOrKeep, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { projectNameOf } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileInput } from "#web/ui/file-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { Links } from "./entry-links.tsx";
import { EntryFields, Photos } from "./entry-parts.tsx";
import { useKeptDraft } from "./kept-draft.ts";
import { changedFields } from "./waiting-entry.ts";
import { WeatherCard } from "./weather-card.tsx";

const empty: DiaryFields = {
  weather: { text: "", low: null, high: null, rain: null, wind: null, is_fetched: false },
  people: [],
  plant: [],
  deliveries: [],
  delays: [],
  work: "",
  notes: "",
  snags: [],
  visits: [],
};

const idsOf = (linked: readonly { id: number }[]) => linked.map(({ id }) => id);

function fieldsOf(entry: DiaryEntry | undefined): DiaryFields {
  if (entry === undefined) return empty;
  const { weather, people, plant, deliveries, delays, work, notes } = entry;
  const links = { snags: idsOf(entry.snags), visits: idsOf(entry.visits) };
  return { weather, people, plant, deliveries, delays, work, notes, ...links };
}
const isFields = (value: unknown): value is DiaryFields =>
  typeof value === "object" && value !== null && Object.keys(empty).every((name) => name in value);

export interface EntryFormProps {
  project: number;
  day: string;
  entry: DiaryEntry | undefined;
  companies: readonly string[];
  trades: readonly string[];
  /** People of the user's last entry: often the same. */
  before: { readonly day: string; readonly people: DiaryFields["people"] } | null;
  /** Values that wait on this device: a further change begins with them. */
  waits: Partial<DiaryFields>;
  /** Whether the settings have a weather service. */
  isFetchable: boolean;
  /** Receives a function that saves what was typed; it throws what the server refuses. */
  onSaver: (save: () => Promise<void>) => void;
  onDone: () => void;
}

/** Form values of an entry, stored on the device until the server has them. */
function useEntry({ project, day, entry, waits }: EntryFormProps) {
  const client = useQueryClient();
  const t = useText();
  const name = `diary ${project} ${day}`;
  const [values, setValues] = useState(() => ({ ...fieldsOf(entry), ...waits }));
  const [state, setState] = useState<{ isPending: boolean; error: unknown; isKept: boolean }>({
    isPending: false,
    error: null,
    isKept: false,
  });
  const [isBack, setBack] = useState(false);
  const isTyped = useRef(false);

  useKeptDraft(name, isFields, (kept) => {
    // Input made meanwhile is newer.
    if (isTyped.current) return;
    isTyped.current = true;
    setBack(true);
    setValues(kept);
  });

  async function run(work: () => Promise<Outcome<unknown> | object>, told: TextKey): Promise<boolean> {
    setState({ isPending: true, error: null, isKept: false });
    try {
      const outcome = await work();
      const isKept = "state" in outcome && outcome.state === "kept";
      await forgetDraft(name);
      isTyped.current = false;
      setBack(false);
      setState({ isPending: false, error: null, isKept: false });
      if (isKept) tellKept();
      else {
        await client.invalidateQueries({ queryKey: ["diary"] });
        showToast({ tone: "ok", title: t(told) }, limits.toast.form);
      }
      return true;
    } catch (error) {
      setState({ isPending: false, error, isKept: await keepDraft(name, values) });
      return false;
    }
  }
  const params = { id: project, day };
  const about = { project, projectName: projectNameOf(client, project) };
  /** Later changes begin with the values that wait. */
  const save = () => {
    const payload = { day, ...changedFields(values, { ...fieldsOf(entry), ...waits }) };
    return sendOrKeep([{ kind: diaryChange, payload, ...about }], () => put({}));
  };
  const put = (extra: { close?: true; correction?: string }) => {
    const version = entry === undefined ? {} : { version: entry.version };
    const body = { ...values, ...extra, ...version };
    return call("PUT /api/projects/{id}/diary/{day}", { params, body }, quiet);
  };
  return {
    ...state,
    values,
    isBack,
    set(next: Partial<DiaryFields>): void {
      isTyped.current = true;
      const all = { ...values, ...next };
      setValues(all);
      void keepDraft(name, all);
    },
    save: () => run(save, "diary.saved"),
    /** Like `save`, where something was typed. Throws what the server refuses. */
    async saveTyped(): Promise<void> {
      if (!isTyped.current) return;
      await put({});
      await forgetDraft(name);
      isTyped.current = false;
      await client.invalidateQueries({ queryKey: ["diary", "day", project, day] });
    },
    close: () => run(() => put({ close: true }), "diary.close_done"),
    correct: (correction: string) => run(() => put({ correction }), "diary.corrected"),
    async remove(): Promise<void> {
      const work = () => call("DELETE /api/projects/{id}/diary/{day}", { params }, quiet);
      if (await run(work, "diary.deleted")) setValues(empty);
    },
    removePhoto: (filename: string) =>
      run(
        () => call("DELETE /api/projects/{id}/diary/{day}/photos", { params, query: { filename } }, quiet),
        "diary.saved",
      ),
    addPhotos: (files: readonly File[]) =>
      run(async () => {
        let outcome: Outcome<unknown> | object = isTyped.current ? await save() : {};
        // One after the other, for weak connections.
        for (const file of files)
          outcome = await sendOrKeep([{ kind: diaryPhoto, payload: { day }, file, ...about }], (guid) =>
            upload(
              "POST /api/projects/{id}/diary/{day}/photos",
              { params, body: { guid }, files: { file } },
              quiet,
            ),
          );
        return outcome;
      }, "diary.saved"),
  };
}

/** The user's own entry of a day: a draft until it is closed, then a correction. */
export function EntryForm(props: EntryFormProps) {
  const { project, day, entry, companies, trades, before, isFetchable, onSaver, onDone } = props;
  const t = useText();
  const form = useEntry(props);
  useEffect(() => onSaver(form.saveTyped));
  const [reason, setReason] = useState("");
  const isCorrection = entry !== undefined && entry.closed_at !== null;
  const reasonError = fieldError(form.error, "correction", t);

  async function send(): Promise<void> {
    if (!isCorrection) await form.save();
    else if (await form.correct(reason)) onDone();
  }
  return (
    <form
      aria-label={t("diary.your_entry")}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {form.isBack && <Banner tone="info">{t("diary.kept_back")}</Banner>}
      {form.error !== null && (
        <Banner tone="bad">
          {notKept(form.error) ?? errorText(form.error, t)} {form.isKept && t("diary.kept")}
        </Banner>
      )}
      <EntryFields
        values={form.values}
        set={form.set}
        {...{ companies, trades, before }}
        weather={
          <WeatherCard
            {...{ project, day, isFetchable }}
            value={form.values.weather}
            onChange={(weather) => form.set({ weather })}
          />
        }
      >
        <Links project={project} values={form.values} set={form.set} />
      </EntryFields>
      {isCorrection ? (
        <TextField
          label={t("diary.correction")}
          isRequired
          value={reason}
          maxLength={500}
          onChange={setReason}
          {...(reasonError !== undefined && { error: reasonError })}
        />
      ) : (
        <Card title={t("diary.fields.photos")}>
          <Photos photos={entry?.photos ?? []} onRemove={(filename) => void form.removePhoto(filename)} />
          <FileInput
            label={t("diary.photos.add")}
            icon={Camera}
            accept="image/jpeg,image/png,image/webp"
            maxMegabytes={20}
            isMultiple
            isPending={form.isPending}
            onFiles={(files) => void form.addPhotos(files)}
            className="mt-3"
          />
        </Card>
      )}
      <div
        data-bottom-bar
        className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-t border-line bg-canvas py-3 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:*:flex-1 print:hidden"
      >
        <Button variant="primary" type="submit" isPending={form.isPending}>
          {t(isCorrection ? "diary.correction_save" : "diary.save")}
        </Button>
        {isCorrection ? (
          <Button onPress={onDone}>{t("common.cancel")}</Button>
        ) : (
          <DraftEnds isThere={entry !== undefined} close={form.close} remove={form.remove} />
        )}
      </div>
    </form>
  );
}

/** Closes or deletes a draft, each after a confirmation. */
function DraftEnds({
  isThere,
  close,
  remove,
}: Record<"close" | "remove", () => Promise<unknown>> & { isThere: boolean }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  // Kept while the dialog fades out.
  const [what, setWhat] = useState<"close" | "delete">("close");
  const ask = (next: "close" | "delete") => {
    setWhat(next);
    setAsked(true);
  };
  return (
    <>
      <Button onPress={() => ask("close")}>{t("diary.close")}</Button>
      {isThere && (
        <Button variant="quiet" icon={Trash2} onPress={() => ask("delete")}>
          {t("diary.delete")}
        </Button>
      )}
      <ConfirmDialog
        isDestructive={what === "delete"}
        title={t(`diary.${what}_title`)}
        confirmLabel={t(`diary.${what}`)}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          void (what === "close" ? close() : remove());
        }}
      >
        {t(`diary.${what}_text`)}
      </ConfirmDialog>
    </>
  );
}
