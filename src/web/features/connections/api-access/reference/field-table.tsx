import { useText } from "#web/lib/use-text.ts";
import type { FieldRow } from "./fields.ts";

/** Fields with their types and descriptions. The texts are the contract's own, which are English. */
export function FieldTable({ label, rows }: { label: string; rows: readonly FieldRow[] }) {
  const t = useText();
  return (
    <div className="overflow-hidden rounded-lg ring-1 ring-line">
      <table dir="ltr" aria-label={label} className="w-full table-fixed text-start text-sm">
        <thead className="bg-sunken text-xs text-ink-muted">
          <tr>
            <th scope="col" className="w-1/2 px-3 py-2 text-start font-strong">
              {t("api_access.reference.field")}
            </th>
            <th scope="col" className="px-3 py-2 text-start font-strong">
              {t("api_access.reference.meaning")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ path, type, isRequired, meaning }) => (
            <tr key={path} className="align-top">
              <td className="px-3 py-2">
                <span dir="ltr" lang="en" className="block text-start font-mono text-xs break-words">
                  <span className="font-strong">{path}</span>
                  <span className="mt-0.5 block text-ink-muted">{type}</span>
                </span>
                {isRequired && (
                  <span className="text-xs text-bad-text">{t("api_access.reference.required")}</span>
                )}
              </td>
              <td dir="ltr" lang="en" className="px-3 py-2 text-start text-xs break-words text-ink-muted">
                {meaning}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
