import { type ReactNode, useState } from "react";
import { infoKinds } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useFormDraft } from "#web/lib/use-form-draft.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainArea } from "#web/ui/plain/plain-area.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainFiles } from "#web/ui/plain/plain-files.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { DraftNote, Note, PanelFoot, useFocusOnProblem } from "./edit-panel.tsx";
import type { Editing } from "./editing.ts";
import { failureText } from "./failure.ts";
import {
  accepted,
  hasAddress,
  hasFile,
  type InfoDraft,
  type InfoDraftField,
  infoDraftOf,
  isInfoDraft,
  isSame,
  megabytes,
  mostBytes,
  problemsOf,
  wireOf,
} from "./info-draft.ts";

/** Sends the input. Returns a function that runs after the form has closed; undefined when nothing was saved. */
export type Send = (
  told: InfoDraft,
  onProgress: (share: number) => void,
) => Promise<(() => void) | undefined>;

type Problems = Partial<Record<InfoDraftField, string>>;

interface InfoFormProps {
  editing: Editing;
  /** The point to change; null for a new one. */
  point: Poi | null;
  /** Kind of a new one that is selected at first. */
  kind?: "text" | "photo";
  /** Key of the stored draft. */
  name: string;
  send: Send;
  children?: ReactNode;
}

/** The form keeps its input until it is saved, after any error, and when the kind changes. */
export function InfoForm({ editing, point, kind = "text", name, send, children }: InfoFormProps) {
  const t = useText();
  const state = useInfoForm({ editing, point, kind, name, send });
  const { told, set, problems, problem, share } = state;
  const form = useFocusOnProblem(state.refusals);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void state.submit();
      }}
      className="flex flex-col gap-4"
    >
      {state.isRestored && <DraftNote onDiscard={state.discard} />}
      {/* The kind is fixed after creation: a photo does not become a link. */}
      {point === null && (
        <fieldset className="flex min-w-0 flex-col gap-1.5">
          <legend className="mb-1.5 text-sm font-strong">{t("tour.info.kind")}</legend>
          <SegmentedControl
            label={t("tour.info.kind")}
            segments={infoKinds.map((value) => ({ value, label: t(`tour.info.kinds.${value}`) }))}
            value={told.kind}
            onChange={(kind) => set({ kind })}
            className="w-full! *:flex-1 *:px-1!"
          />
        </fieldset>
      )}
      <PlainField
        data-first
        label={t("tour.info.label")}
        value={told.label}
        onChange={(label) => set({ label })}
        error={problems.label}
        maxLength={limits.name}
        autoComplete="off"
      />
      <FileAndAddress told={told} set={set} problems={problems} keepsFile={point?.media != null} />
      <PlainArea
        label={t(told.kind === "text" ? "tour.info.text" : "tour.info.text_optional")}
        value={told.text}
        onChange={(text) => set({ text })}
        maxLength={limits.points.text}
      />
      {children}
      <PanelFoot problem={problem}>
        <PlainButton type="submit" variant="primary" isPending={share !== null}>
          {share === null || share === 0
            ? t("tour.info.save")
            : t("tour.info.sending", { n: Math.round(share * 100) })}
        </PlainButton>
      </PanelFoot>
    </form>
  );
}

interface FileAndAddressProps {
  told: InfoDraft;
  set: (change: Partial<InfoDraft>) => void;
  problems: Problems;
  keepsFile: boolean;
}

function FileAndAddress({ told: { kind, url, file }, set, problems, keepsFile }: FileAndAddressProps) {
  const t = useText();
  const [refused, setRefused] = useState<string>();
  return (
    <>
      {hasFile(kind) && (
        <PlainFiles
          label={t(`tour.info.${kind}`)}
          hint={t(`tour.info.${kind}_hint`, { n: megabytes })}
          accept={accepted[kind]}
          maxBytes={mostBytes}
          chosen={file}
          error={refused ?? problems.file}
          onFiles={([chosen], [other]) => {
            setRefused(other?.reasons.join(" "));
            if (chosen !== undefined) set({ file: chosen });
          }}
        />
      )}
      {hasFile(kind) && keepsFile && <Note>{t("tour.info.kept")}</Note>}
      {kind === "video" && <p className="-my-1.5 text-center text-ink-muted">{t("tour.info.or")}</p>}
      {hasAddress(kind) && (
        <PlainField
          label={t(kind === "video" ? "tour.info.video_url" : "tour.info.url")}
          type="url"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          value={url}
          onChange={(next) => set({ url: next })}
          error={problems.url}
          maxLength={limits.points.address}
          autoComplete="off"
        />
      )}
    </>
  );
}

function useInfoForm({ editing, point, kind = "text", name, send }: Omit<InfoFormProps, "children">) {
  const t = useText();
  const { frame } = editing;
  const [start] = useState(() => (point === null ? { ...infoDraftOf(null), kind } : infoDraftOf(point)));
  const [told, setTold] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  /** Share of the file that has been uploaded; null while nothing is. */
  const [share, setShare] = useState<number | null>(null);
  const draft = useFormDraft(name, {
    value: told,
    isBegun: !isSame(told, start),
    isDraft: isInfoDraft,
    restore: setTold,
    left: () => frame.toast(t("tour.draft.kept")),
  });
  const refuse = async (error: unknown) => {
    const refused = fieldErrors<InfoDraft>(error, ["label", "url", "file"], t);
    setProblems(refused);
    setRefusals((count) => count + 1);
    if (Object.keys(refused).length === 0) setProblem(await failureText(frame, error));
  };
  const submit = async () => {
    if (share !== null) return;
    const made = wireOf(told);
    const found = Object.entries(problemsOf(made, point?.media != null));
    setProblem(null);
    setProblems(Object.fromEntries(found.map(([field, key]) => [field, t(key)])));
    if (found.length > 0) return setRefusals((count) => count + 1);
    setShare(0);
    try {
      const after = await send(made, setShare);
      if (after !== undefined) draft.finish();
      editing.close();
      after?.();
    } catch (error) {
      await refuse(error);
    } finally {
      setShare(null);
    }
  };
  return {
    told,
    problems,
    problem,
    refusals,
    share,
    submit,
    isRestored: draft.isRestored,
    set(change: Partial<InfoDraft>) {
      setTold((before) => ({ ...before, ...change }));
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))),
      );
    },
    discard() {
      draft.discard();
      setTold(start);
    },
  };
}
