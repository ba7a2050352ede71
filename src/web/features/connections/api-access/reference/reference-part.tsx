import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Link } from "#web/ui/link.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useReference } from "../api-access.queries.ts";
import { CallList } from "./call-list.tsx";
import { CallView } from "./call-view.tsx";
import { searchCalls } from "./calls.ts";
import { HowToCall } from "./how-to-call.tsx";

/** The API reference, rendered from the OpenAPI document. */
export function ReferencePart() {
  const t = useText();
  const { call: id } = useParams({ strict: false }) as { call?: string };
  const { data, error, isPending, refetch } = useReference();
  const [text, setText] = useState("");

  if (isPending) return <Skeleton className="h-96 w-full" />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;

  const found = searchCalls(data.groups, text);
  const count = found.reduce((sum, { calls }) => sum + calls.length, 0);
  const chosen = data.groups.flatMap(({ calls }) => calls).find((one) => one.id === id);
  return (
    <div className="gap-8 print:block! lg:grid lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div
        className={`min-w-0 lg:sticky lg:top-20 lg:flex lg:max-h-[calc(100dvh-7rem)] lg:flex-col print:hidden ${id === undefined ? "max-lg:mb-8" : "max-lg:hidden"}`}
      >
        <SearchField label={t("api_access.reference.search")} value={text} onChange={setText} />
        <output className="mt-2 mb-1 block text-xs text-ink-muted">
          {count === 0 ? t("api_access.reference.none") : t("api_access.reference.calls", { count })}
        </output>
        <CallList groups={found} current={id} isSearched={text.trim() !== ""} />
      </div>
      <div className="min-w-0">
        {id !== undefined && (
          <Link href="/developers/reference" className="mb-4 inline-block lg:hidden print:hidden">
            {t("api_access.reference.all")}
          </Link>
        )}
        {chosen !== undefined ? (
          <CallView key={chosen.id} call={chosen} />
        ) : (
          <>
            {id !== undefined && <p className="mb-6 text-ink-muted">{t("api_access.reference.missing")}</p>}
            <HowToCall refusals={data.refusals} />
          </>
        )}
      </div>
    </div>
  );
}
