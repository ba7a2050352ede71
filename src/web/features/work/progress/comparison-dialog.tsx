import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Language, languages } from "#contract/languages.ts";
import { callForFile } from "#web/lib/call-for-file.ts";
import { call } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useFormDraft } from "#web/lib/use-form-draft.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type ComparisonDraft, emptyDraft, isComparisonDraft } from "./comparison-draft.ts";
import { SpotList } from "./comparison-spots.tsx";

export interface ComparisonDialogProps {
  project: number;
  /** Ids of the two visits, the earlier one first. */
  first: number;
  second: number;
  onClose: () => void;
}

/** As `comparisonsMost` of the contract, without its schemas. */
const most = 100;

/**
 * Selects the spots of two visits that are printed side by side, with captions. Selection and captions are kept on the device,
 * also after printing: the same report is often wanted in the other language.
 */
export function ComparisonDialog({ project, first, second, onClose }: ComparisonDialogProps) {
  const t = useText();
  const screen = useLanguage();
  const [draft, setDraft] = useState(emptyDraft);
  const form = useFormDraft(`comparison-${first}-${second}`, {
    value: draft,
    isBegun: draft !== emptyDraft,
    isDraft: isComparisonDraft,
    restore: setDraft,
  });
  const lang = draft.lang ?? screen;
  const spots = useQuery({
    queryKey: ["comparisons", project, first, second],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/comparisons",
        { params: { id: project }, query: { first, second } },
        { signal },
      ),
  });
  const items = spots.data?.items ?? [];
  const rooms = items.map(({ id_room }) => id_room).filter((id) => !draft.skipped.includes(id));
  const isTooMany = rooms.length > most;
  const print = usePrint({ project, first, second, rooms, captions: draft.captions, lang }, onClose);
  const discard = () => {
    setDraft(emptyDraft);
    form.discard();
  };
  return (
    <FormDialog
      title={t("comparisons.title")}
      confirmLabel={t("comparisons.create")}
      onSubmit={() => print.mutate()}
      isPending={print.isPending}
      isDisabled={rooms.length === 0 || isTooMany}
      // The draft is kept: closing loses nothing.
      isChanged={false}
      refusal={print.isError ? `${t("comparisons.not_created")} ${errorText(print.error, t)}` : null}
      onClose={onClose}
    >
      <p className="text-sm text-ink-muted">{t("comparisons.intro")}</p>
      {form.isRestored && (
        <Banner tone="info" action={<Button onPress={discard}>{t("comparisons.discard")}</Button>}>
          {t("comparisons.draft")}
        </Banner>
      )}
      {isTooMany && <Banner tone="bad">{t("comparisons.too_many")}</Banner>}
      {spots.isPending ? (
        <Skeleton className="h-40" />
      ) : spots.isError ? (
        <Banner tone="bad" action={<Button onPress={() => void spots.refetch()}>{t("common.retry")}</Button>}>
          {t("comparisons.failed")}
        </Banner>
      ) : items.length === 0 ? (
        <div>
          <p className="font-strong">{t("comparisons.none_title")}</p>
          <p className="mt-1 text-ink-muted">{t("comparisons.none_text")}</p>
        </div>
      ) : (
        <SpotList items={items} draft={draft} onChange={setDraft} />
      )}
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-strong">{t("comparisons.language")}</p>
        <SegmentedControl
          label={t("comparisons.language")}
          value={lang}
          onChange={(chosen) => setDraft({ ...draft, lang: chosen })}
          segments={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </div>
    </FormDialog>
  );
}

interface Printed extends Pick<ComparisonDialogProps, "project" | "first" | "second"> {
  rooms: readonly number[];
  captions: ComparisonDraft["captions"];
  lang: Language;
}

/** Creates the PDF and hands it to the browser. */
function usePrint({ project, captions, rooms, ...rest }: Printed, onDone: () => void) {
  const t = useText();
  return useMutation({
    mutationFn: () =>
      callForFile("POST /api/projects/{id}/comparisons/pdf", {
        params: { id: project },
        body: {
          ...rest,
          rooms: [...rooms],
          captions: rooms.flatMap((id_room) => {
            const text = captions[id_room]?.trim() ?? "";
            return text === "" ? [] : [{ id_room, text }];
          }),
        },
      }),
    onSuccess({ file, name }) {
      saveFile(file, name || `${t("comparisons.open")}.pdf`);
      showToast({ tone: "ok", title: t("comparisons.created") });
      onDone();
    },
  });
}
