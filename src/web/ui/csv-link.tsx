import { Sheet } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** Exports the rows of a list, as filtered and sorted, as a CSV file for spreadsheets. */
export function CsvLink({ href, label }: { href: string; label: string }) {
  const t = useText();
  return (
    <Link href={href} download="" look={{ variant: "quiet" }}>
      <Icon of={Sheet} size="sm" />
      {t("common.csv")} <span className="sr-only">{label}</span>
    </Link>
  );
}
