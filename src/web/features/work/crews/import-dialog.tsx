import { FileText } from "lucide-react";
import { useState } from "react";
import { crewLimits } from "#contract/crews.limits.ts";
import type { Crew } from "#contract/crews.ts";
import type { Output } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FileInput } from "#web/ui/file-input.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { useCrewChanges } from "./crews.queries.ts";

type Checked = Output<"POST /api/crews/{id}/people/import">;

const example = "name,email,phone,language\n";

/** People from a file or from pasted rows: first checked, then added. */
export function ImportDialog({ crew, onClose }: { crew: Crew; onClose: () => void }) {
  const t = useText();
  const changes = useCrewChanges();
  const [csv, setCsv] = useState("");
  const [checked, setChecked] = useState<Checked | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const write = (text: string) => {
    setCsv(text.slice(0, crewLimits.csvCharacters));
    setChecked(null);
  };
  const isReady = checked !== null && checked.added > 0;
  const submit = async () => {
    setIsPending(true);
    setRefusal(null);
    try {
      const result = await changes.importPeople(crew.id, { csv, check: !isReady });
      if (isReady) {
        showToast({ tone: "ok", title: t("crews.screens.import.added", { count: result.added }) });
        onClose();
      } else setChecked(result);
    } catch (error) {
      setRefusal(errorText(error, t));
    }
    setIsPending(false);
  };
  return (
    <FormDialog
      title={t("crews.screens.import.title")}
      size="md"
      confirmLabel={
        isReady ? t("crews.screens.import.add", { count: checked.added }) : t("crews.screens.import.check")
      }
      onSubmit={() => void submit()}
      onClose={onClose}
      isPending={isPending}
      isDisabled={csv.trim() === ""}
      isChanged={csv !== ""}
      refusal={refusal}
    >
      <FileInput
        label={t("crews.screens.import.choose")}
        icon={FileText}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        maxMegabytes={1}
        onFiles={([file]) => void file?.text().then(write)}
      />
      <TextArea
        label={t("crews.screens.import.rows")}
        hint={t("crews.screens.import.hint")}
        placeholder={example}
        rows={6}
        value={csv}
        onChange={write}
        maxLength={crewLimits.csvCharacters}
      />
      {checked !== null && <CheckedRows checked={checked} />}
    </FormDialog>
  );
}

function CheckedRows({ checked: { added, skipped } }: { checked: Checked }) {
  const t = useText();
  return (
    <output className="flex flex-col gap-3">
      <Banner tone={added > 0 ? "ok" : "warn"}>
        {added > 0 ? t("crews.screens.import.ready", { count: added }) : t("crews.screens.import.nothing")}
      </Banner>
      {skipped.length > 0 && (
        <div className="flex flex-col gap-1.5 text-sm">
          <p className="font-strong">{t("crews.screens.import.skipped")}</p>
          <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto text-ink-muted">
            {skipped.map(({ row, name, problem }) => (
              <li key={row}>
                {t("crews.screens.import.row", {
                  row,
                  name,
                  problem: t(`crews.screens.import.problems.${problem}`),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </output>
  );
}
