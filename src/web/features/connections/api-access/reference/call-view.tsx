import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import type { Call, Parameter } from "./calls.ts";
import { curlOf } from "./curl.ts";
import { FieldTable } from "./field-table.tsx";
import { type FieldRow, fieldRows } from "./fields.ts";
import { MethodMark } from "./method-mark.tsx";

/** One call: requirements, input, output, and a command to run it. */
export function CallView({ call }: { call: Call }) {
  const t = useText();
  const { method, path, summary, access, body, reply, download } = call;
  const parametersIn = (place: Parameter["in"]) =>
    parameterRows(call.parameters.filter((one) => one.in === place));
  const inPath = parametersIn("path");
  const inQuery = parametersIn("query");
  return (
    <article className="flex min-w-0 flex-col gap-6">
      <header>
        <h2
          dir="ltr"
          lang="en"
          className="flex items-baseline gap-2 text-start font-mono text-base font-strong"
        >
          <MethodMark method={method} />
          <span className="min-w-0 break-words">{path}</span>
        </h2>
        <p dir="ltr" lang="en" className="mt-2 text-start text-base">
          {summary}
        </p>
        <p dir="ltr" lang="en" className="mt-1 text-start text-ink-muted">
          {access.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Needs call={call} />
          <span className="ms-auto flex items-center gap-2 text-xs text-ink-muted print:hidden">
            {t("api_access.reference.link")}
            <CopyButton size="sm" text={`${location.origin}/developers/reference/${call.id}`} />
          </span>
        </div>
      </header>
      <Part title={t("api_access.reference.example")}>
        <CodeBlock label={t("api_access.reference.example")} text={curlOf(call, location.origin)} />
      </Part>
      {inPath.length > 0 && (
        <Part title={t("api_access.reference.path")}>
          <FieldTable label={t("api_access.reference.path")} rows={inPath} />
        </Part>
      )}
      {inQuery.length > 0 && (
        <Part title={t("api_access.reference.query")}>
          <FieldTable label={t("api_access.reference.query")} rows={inQuery} />
        </Part>
      )}
      {body !== null && (
        <Part
          title={t("api_access.reference.body")}
          note={t(body.isForm ? "api_access.reference.format_form" : "api_access.reference.format_json")}
        >
          <Fields label={t("api_access.reference.body")} rows={fieldRows(body.schema)} />
        </Part>
      )}
      <Part title={t("api_access.reference.reply")} note={call.status}>
        {download !== null ? (
          <p className="text-ink-muted">{t("api_access.reference.download", { type: download })}</p>
        ) : (
          // Fields of a reply are expected to be always present.
          <Fields
            label={t("api_access.reference.reply")}
            rows={fieldRows(reply ?? {}).map((row) => ({ ...row, isRequired: false }))}
          />
        )}
      </Part>
    </article>
  );
}

function Needs({ call: { scope, isPublic } }: { call: Call }) {
  const t = useText();
  if (scope === null)
    return <span className="text-sm text-ink-muted">{t("api_access.reference.needs_none")}</span>;
  return (
    <>
      <span className="text-sm text-ink-muted">{t("api_access.reference.needs")}</span>
      <Chip tone={scope.endsWith(":write") ? "accent" : "neutral"}>
        {scope === "any" ? (
          t("api_access.reference.needs_any")
        ) : (
          <span dir="ltr" lang="en" className="block truncate">
            {scope}
          </span>
        )}
      </Chip>
      {isPublic && <Chip tone="ok">{t("api_access.reference.open")}</Chip>}
    </>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 flex items-baseline gap-2 font-strong">
        {title}
        {note !== undefined && <span className="text-xs font-normal text-ink-muted">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

function Fields({ label, rows }: { label: string; rows: readonly FieldRow[] }) {
  const t = useText();
  if (rows.length === 0) return <p className="text-ink-muted">{t("api_access.reference.empty")}</p>;
  return <FieldTable label={label} rows={rows} />;
}

/** Parameters are shown as fields of an object, although they are not sent as one. */
const parameterRows = (parameters: readonly Parameter[]): FieldRow[] =>
  fieldRows({
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  });
