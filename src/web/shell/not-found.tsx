import { MapPinOff } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";

export function NotFound() {
  const t = useText();
  return (
    <main className="flex min-h-[70dvh] items-center">
      <EmptyState
        icon={MapPinOff}
        title={`404 · ${t("shell.not_found.title")}`}
        text={t("shell.not_found.text")}
        action={
          <Link href="/" look={{ variant: "primary" }}>
            {t("shell.not_found.action")}
          </Link>
        }
      />
    </main>
  );
}
