import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { assignedName } from "#web/shell/snags/assigned.ts";
import { crewOf } from "#web/shell/snags/crews.ts";
import { assignedOf } from "../assigned.tsx";
import { DueMark, PriorityMark, StatusMark, usePlaceOf } from "../marks.tsx";
import { SnagNumber } from "../snag-number.tsx";

const fields = ["number", "title", "status", "priority", "trade", "assignee", "due", "where"] as const;

/** The list on paper: as wide as the sheet, without rows split across pages, with its header on each. */
export function PrintedList({ snags }: { snags: readonly Snag[] }) {
  const t = useText();
  const placeOf = usePlaceOf();
  return (
    <table className="w-full border-collapse text-start text-xs">
      <thead>
        <tr className="border-b-2 border-line-strong">
          {fields.map((field) => (
            <th key={field} scope="col" className="p-1.5 text-start font-strong">
              {t(`snags.fields.${field}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {snags.map((snag) => (
          <tr key={snag.id} className="break-inside-avoid border-b border-line align-top *:p-1.5">
            <td>
              <SnagNumber snag={snag} isStacked />
            </td>
            <td className="own-direction font-strong">{snag.title}</td>
            <td>
              <span className="flex items-center gap-1.5">
                <StatusMark status={snag.status} className="size-3.5 [print-color-adjust:exact]" />
                {t(`snags.statuses.${snag.status}`)}
              </span>
            </td>
            <td>
              <PriorityMark priority={snag.priority} />
            </td>
            <td className="own-direction">{snag.trade}</td>
            <td className="own-direction">
              {[assignedOf(snag) === null ? "" : assignedName(assignedOf(snag), t), crewOf(snag)?.name ?? ""]
                .filter((name) => name !== "")
                .join(" · ")}
            </td>
            <td>
              <DueMark snag={snag} isShort />
            </td>
            <td className="own-direction">{placeOf(snag)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
