import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Refusal } from "./calls.ts";

const refused = `HTTP/1.1 403 Forbidden

{
  "status": "error",
  "success": false,
  "code": "TOKEN_SCOPE",
  "message": "This token does not have the required scope: snags:write.",
  "values": { "scope": "snags:write" }
}`;

const often = `x-ratelimit-limit: ${limits.apiAccess.perMinute}
x-ratelimit-remaining: ${limits.apiAccess.perMinute - 13}
x-ratelimit-reset: 42`;

/** Rules common to all calls, and the list of all refusals. */
export function HowToCall({ refusals }: { refusals: readonly Refusal[] }) {
  const t = useText();
  const start = `curl -H "Authorization: Bearer $SITEWALK_TOKEN" \\
  "${location.origin}/api/projects"`;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Part title={t("api_access.reference.start")} text={t("api_access.reference.start_text")}>
        <CodeBlock label={t("api_access.reference.start")} text={start} />
        <p className="mt-3">
          <Link href="/api/openapi.json" target="_blank">
            {t("api_access.reference.document")}
          </Link>
        </p>
      </Part>
      <Part title={t("api_access.reference.refused")} text={t("api_access.reference.refused_text")}>
        <CodeBlock label={t("api_access.reference.refused")} text={refused} />
      </Part>
      <Part
        title={t("api_access.reference.often")}
        text={t("api_access.reference.often_text", { count: limits.apiAccess.perMinute })}
      >
        <CodeBlock label={t("api_access.reference.often")} text={often} />
      </Part>
      <Part title={t("api_access.reference.errors")}>
        <div className="overflow-hidden rounded-lg ring-1 ring-line">
          <table
            dir="ltr"
            aria-label={t("api_access.reference.errors")}
            className="w-full text-start text-sm"
          >
            <thead className="bg-sunken text-xs text-ink-muted">
              <tr>
                <th scope="col" className="px-3 py-2 text-start font-strong">
                  {t("api_access.reference.code")}
                </th>
                <th scope="col" className="px-3 py-2 text-start font-strong max-sm:hidden">
                  {t("api_access.reference.sentence")}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {refusals.map(({ code, status, sentence }) => (
                <tr key={code} className="align-top">
                  <td dir="ltr" lang="en" className="px-3 py-2 text-start">
                    <code className="text-xs font-strong break-all">{code}</code>
                    <span className="ms-2 text-xs text-ink-muted">{status}</span>
                    <span className="block text-xs text-ink-muted sm:hidden">{sentence}</span>
                  </td>
                  <td
                    dir="ltr"
                    lang="en"
                    className="px-3 py-2 text-start text-xs text-ink-muted max-sm:hidden"
                  >
                    {sentence}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Part>
    </div>
  );
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="text-base font-strong">{title}</h2>
      {text !== undefined && <p className="mt-1 mb-3 max-w-160 text-ink-muted">{text}</p>}
      {children}
    </section>
  );
}
