import { Sheet } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** Keeps the rows of a list, as they are filtered and sorted, as a table for spreadsheets. */
export function CsvLink({ href, label }: { href: string; label: string }) {
  const t = useText();
  return (
    <Link href={href} download="" look={{ variant: "quiet" }}>
      <Icon of={Sheet} size="sm" />
      {t("common.csv")} <span className="sr-only">{label}</span>
    </Link>
  );
}
