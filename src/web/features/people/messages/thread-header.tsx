import { ArrowLeft } from "lucide-react";
import type { Correspondent } from "#contract/messages.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SiteMark } from "./site-mark.tsx";

export interface ThreadHeaderProps {
  person: Correspondent | null;
  name: string;
  onBack: () => void;
}

/** The other person; on phones also the link back to the list. */
export function ThreadHeader({ person, name, onBack }: ThreadHeaderProps) {
  const t = useText();
  const isMobile = useIsMobile();
  usePageTitle(name);
  return (
    <header className="flex h-15 shrink-0 items-center gap-3 border-b border-line px-4 max-md:ps-2">
      {isMobile && (
        <IconButton
          icon={ArrowLeft}
          points
          label={t("messages.back")}
          hasTooltip={false}
          onPress={onBack}
          className="size-11"
        />
      )}
      {person === null ? <SiteMark /> : <Avatar name={name} picture={person.avatar} />}
      <div className="min-w-0 flex-1">
        <h2 className="own-direction truncate font-strong">{name}</h2>
        {person !== null && name !== person.username && (
          <p className="own-direction truncate text-xs text-ink-muted">{person.username}</p>
        )}
      </div>
    </header>
  );
}
