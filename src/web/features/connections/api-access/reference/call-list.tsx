import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Group } from "./calls.ts";
import { groupName } from "./group-name.ts";
import { MethodMark } from "./method-mark.tsx";

export interface CallListProps {
  groups: readonly Group[];
  /** Id of the displayed call. */
  current: string | undefined;
  /** Whether all results are expanded. */
  isSearched: boolean;
}

export function CallList({ groups, current, isSearched }: CallListProps) {
  const t = useText();
  return (
    <nav aria-label={t("api_access.reference.groups")} className="min-h-0 lg:overflow-y-auto">
      {groups.map((group) => (
        <GroupOfCalls
          key={group.name}
          group={group}
          current={current}
          isOpenAtFirst={group.calls.some(({ id }) => id === current)}
          isForced={isSearched}
        />
      ))}
    </nav>
  );
}

interface GroupOfCallsProps {
  group: Group;
  current: string | undefined;
  isOpenAtFirst: boolean;
  isForced: boolean;
}

function GroupOfCalls({ group, current, isOpenAtFirst, isForced }: GroupOfCallsProps) {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const isShown = isOpen || isForced;
  return (
    <section className="border-b border-line last:border-0">
      <h2>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-10 w-full cursor-default items-center gap-2 rounded-md px-2 text-start text-sm font-strong hover:bg-hover focus-visible:-outline-offset-2 touch:h-11"
        >
          <span className="min-w-0 flex-1 truncate">{groupName(group.name, t)}</span>
          <span className="text-xs font-normal text-ink-muted">{group.calls.length}</span>
          <Icon
            of={ChevronDown}
            size="sm"
            className={cx("text-ink-muted transition-transform", isShown && "rotate-180")}
          />
        </button>
      </h2>
      <ul id={id} hidden={!isShown} className="pb-2">
        {isShown &&
          group.calls.map((call) => (
            <li key={call.id}>
              <Link
                href={`/developers/reference/${call.id}`}
                look="plain"
                {...(call.id === current && { "aria-current": "page" as const })}
                className={cx(
                  "block rounded-md px-2 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 touch:py-2.5",
                  call.id === current && "bg-accent-soft",
                )}
              >
                <span dir="ltr" lang="en" className="flex items-baseline gap-2 text-start font-mono text-xs">
                  <MethodMark method={call.method} />
                  <span className="min-w-0 break-words">{call.path}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
