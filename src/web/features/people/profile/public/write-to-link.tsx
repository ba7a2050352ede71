import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

/** Links a signed-in user to a conversation with this one, if they may message them; else renders nothing. */
export function WriteToLink({ code }: { code: string }) {
  const t = useText();
  const { data: found = [] } = useQuery({
    queryKey: ["messages", "recipients", { code }],
    queryFn: ({ signal }) => call("GET /api/messages/recipients", { query: { code } }, { signal }),
  });
  const [person] = found;
  if (person === undefined) return null;
  return (
    <Link href={`/inbox?with=${person.id}`} look={{ variant: "secondary" }}>
      <Icon of={Mail} size="sm" />
      {t("messages.write_to")}
    </Link>
  );
}
