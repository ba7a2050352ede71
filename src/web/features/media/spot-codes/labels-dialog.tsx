import { useState } from "react";
import { languages } from "#contract/languages.ts";
import {
  type LabelLayout,
  labelLayouts,
  labelSheets,
  labelsOn,
  spotCodeLimits,
} from "#contract/spot-codes.labels.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { type LabelChoice, labelsAddress, useSpotTotal } from "./spot-codes.queries.ts";

interface LabelsDialogProps {
  project: number;
  choice: LabelChoice;
  onClose: () => void;
}

/** Prints labels: the sheet, the language, and the first free label of a partly used sheet. */
export function LabelsDialog({ project, choice, onClose }: LabelsDialogProps) {
  const t = useText();
  const [layout, setLayout] = useState<LabelLayout>("a4-21");
  const [lang, setLang] = useState(useLanguage());
  const [start, setStart] = useState(1);
  const all = useSpotTotal(project, choice.state, true);
  const count = choice.codes?.length ?? all ?? 0;
  const most = labelsOn(layout);
  const pages = Math.ceil((count + start - 1) / most);
  const isTooMany = count > spotCodeLimits.labels;
  return (
    <Modal
      title={t("spot_codes.labels.title")}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          {count > 0 && !isTooMany ? (
            <Link
              href={labelsAddress(project, choice, { layout, lang, start })}
              download
              look={{ variant: "primary" }}
              onPress={() => setTimeout(onClose, 0)}
            >
              {t("spot_codes.labels.create")}
            </Link>
          ) : (
            <Button variant="primary" isDisabled>
              {t("spot_codes.labels.create")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {isTooMany && <Banner tone="bad">{t("spot_codes.too_many_labels")}</Banner>}
        <Select
          label={t("spot_codes.labels.layout")}
          options={labelLayouts.map((value) => ({ value, label: t(`spot_codes.labels.layouts.${value}`) }))}
          value={layout}
          onChange={(next) => {
            setLayout(next);
            setStart(1);
          }}
        />
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-strong">{t("spot_codes.labels.language")}</p>
          <SegmentedControl
            label={t("spot_codes.labels.language")}
            value={lang}
            onChange={setLang}
            segments={languages.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </div>
        {most > 1 && <StartPicker layout={layout} lang={lang} start={start} onStart={setStart} />}
        <p className="text-sm text-ink-muted">
          {t("spot_codes.labels.what", { count })} · {t("spot_codes.labels.pages", { count: pages })}
          <br />
          {t("spot_codes.labels.print_hint")}
        </p>
      </div>
    </Modal>
  );
}

interface StartPickerProps {
  layout: LabelLayout;
  /** Labels start at the side where its lines start. */
  lang: string;
  start: number;
  onStart: (start: number) => void;
}

/** The sheet in small: a press selects the first free label. */
function StartPicker({ layout, lang, start, onStart }: StartPickerProps) {
  const t = useText();
  const { columns } = labelSheets[layout];
  return (
    <fieldset>
      <legend className="text-sm font-strong">{t("spot_codes.labels.start")}</legend>
      <p className="mt-0.5 mb-2 text-sm text-ink-muted">{t("spot_codes.labels.start_hint")}</p>
      <div
        dir={lang === "ar" ? "rtl" : "ltr"}
        className="grid w-fit gap-1 rounded-md bg-sunken p-1.5"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: labelsOn(layout) }, (_, at) => at + 1).map((n) => (
          <button
            key={n}
            type="button"
            aria-label={t("spot_codes.labels.start_at", { n })}
            aria-pressed={n === start}
            onClick={() => onStart(n)}
            className={cx(
              "h-8 w-20 rounded-sm border text-xs tabular-nums touch:h-11",
              n < start
                ? "border-dashed border-line text-ink-faint"
                : n === start
                  ? "border-accent bg-accent font-strong text-white"
                  : "border-line bg-raised text-ink-muted",
            )}
          >
            {n < start ? "–" : n}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
