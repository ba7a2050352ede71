import { useMutation, useQuery } from "@tanstack/react-query";
import { FileDown, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { AuditFinding } from "#contract/audit.ts";
import { call } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Findings } from "#web/shell/evidence/evidence-record.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { cx } from "#web/ui/classes.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** Opens the dialog that compares the audit log with its seals. */
export function CheckRecord() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={ShieldCheck} onPress={() => setIsOpen(true)}>
        {t("audit.check")}
      </Button>
      <Modal title={t("audit.title")} isOpen={isOpen} onClose={() => setIsOpen(false)} size="md">
        <Content />
      </Modal>
    </>
  );
}

interface Progress {
  readonly share: number;
  readonly lines: number;
}

interface Result {
  readonly lines: number;
  readonly seals: number;
  readonly findings: readonly AuditFinding[];
}

/** Step by step, so that the user sees the progress; the server stores nothing of it. */
async function checkAll(hash: string, tell: (progress: Progress) => void): Promise<Result> {
  const findings: AuditFinding[] = [];
  let [after, lines] = [0, 0];
  for (;;) {
    const query = { after, ...(hash !== "" && { hash }) };
    const step = await call("GET /api/audit/check", { query });
    findings.push(...step.findings);
    lines += step.lines;
    after = step.up_to;
    tell({ share: step.of === 0 ? 1 : after / step.of, lines });
    if (step.done) return { lines, seals: after, findings };
  }
}

function Content() {
  const t = useText();
  const format = useFormat();
  const [hash, setHash] = useState("");
  const [progress, setProgress] = useState<Progress | null>(null);
  const state = useQuery({
    queryKey: ["audit"],
    queryFn: ({ signal }) => call("GET /api/audit", {}, { signal }),
    staleTime: 0,
  });
  const check = useMutation({ mutationFn: () => checkAll(hash.trim(), setProgress) });
  const isHash = /^\s*([0-9a-fA-F]{64})?\s*$/.test(hash);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-muted">{t("audit.intro")}</p>
      {state.isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : state.isError ? (
        <Banner tone="bad">{errorText(state.error, t)}</Banner>
      ) : state.data.newest === null ? (
        <p className="text-ink-muted">{t("audit.none")}</p>
      ) : (
        <section
          aria-label={t("audit.newest")}
          className="flex flex-col gap-2 rounded-lg p-4 ring-1 ring-line"
        >
          <p className="font-strong">{t("audit.newest_n", { n: state.data.newest.id })}</p>
          <p className="text-sm text-ink-muted tabular-nums">
            {format.date(state.data.newest.sealed_at, "moment")}
            {" · "}
            {t("audit.lines", { count: state.data.lines })}
          </p>
          <div className="flex items-start gap-2">
            <p dir="ltr" className="min-w-0 flex-1 font-mono text-xs break-words text-start rtl:text-end">
              {state.data.newest.hash.match(/.{1,8}/g)?.join(" ")}
            </p>
            <CopyButton text={state.data.newest.hash} size="sm" variant="quiet" className="shrink-0" />
          </div>
          <p className="text-xs text-ink-muted">{t("audit.keep")}</p>
          <a
            href="/api/audit/newest-seal"
            download=""
            className={cx(buttonClass({ variant: "secondary", size: "sm" }), "self-start")}
          >
            <Icon of={FileDown} size="sm" />
            {t("audit.download")}
          </a>
        </section>
      )}
      <TextField
        label={t("audit.known")}
        hint={t("audit.known_hint")}
        value={hash}
        onChange={setHash}
        error={isHash ? undefined : t("audit.hash_invalid")}
      />
      <Button
        variant="primary"
        icon={ShieldCheck}
        isPending={check.isPending}
        isDisabled={!isHash}
        onPress={() => {
          setProgress(null);
          check.mutate();
        }}
      >
        {t("audit.check")}
      </Button>
      {check.isPending && <ProgressBar label={t("audit.checking")} share={progress?.share ?? null} />}
      {check.isError && <Banner tone="bad">{errorText(check.error, t)}</Banner>}
      {check.data !== undefined && <Outcome {...check.data} />}
    </div>
  );
}

function Outcome({ lines, seals, findings }: Result) {
  const t = useText();
  const format = useFormat();
  if (findings.length === 0)
    return (
      <Banner tone="ok" title={t("audit.intact")}>
        {t("audit.intact_text", { lines: format.number(lines), seals: format.number(seals) })}
      </Banner>
    );
  return (
    <Banner tone="bad" title={t("audit.broken")}>
      <Findings findings={findings} />
    </Banner>
  );
}
