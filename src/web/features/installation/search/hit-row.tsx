import type { SearchHit } from "#contract/search.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { typeIcon } from "./kinds.ts";
import { Marked } from "./marked.tsx";

/** One result: icon, title, kind and location, code; the search text is marked. */
export function HitRow({ hit, typed, className }: { hit: SearchHit; typed: string; className?: string }) {
  const t = useText();
  return (
    <span className={cx("flex min-w-0 flex-1 items-center gap-3", className)}>
      <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-ink-muted dark:bg-press">
        <Icon of={typeIcon(hit.type)} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="own-direction block truncate font-strong text-ink">
          <Marked text={hit.title} typed={typed} />
        </span>
        <span className="flex min-w-0 gap-1 text-xs text-ink-muted">
          <span className="shrink-0">{t(`search.type.${hit.type}`)}</span>
          {hit.context !== "" && (
            <>
              <span aria-hidden>·</span>
              <bdi className="truncate">
                <Marked text={hit.context} typed={typed} />
              </bdi>
            </>
          )}
        </span>
      </span>
      <bdi dir="ltr" className="shrink-0 text-xs text-ink-muted tabular-nums max-sm:max-w-24 max-sm:truncate">
        <Marked text={hit.code} typed={typed} />
      </bdi>
    </span>
  );
}
