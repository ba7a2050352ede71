import { useState } from "react";
import { useSettings } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { Banner } from "#web/ui/banner.tsx";

/** The announcement of the settings, until it is closed in this browser; another text is shown again. */
export function Announcement({
  isEdgeToEdge = false,
  className,
}: {
  isEdgeToEdge?: boolean;
  className?: string;
}) {
  const text = useSettings()?.announce_msg ?? "";
  const [closed, setClosed] = useState(() => recall(storageKeys.announcement));
  if (text === "" || text === closed) return null;
  const close = () => {
    remember(storageKeys.announcement, text);
    setClosed(text);
  };
  return (
    <Banner isEdgeToEdge={isEdgeToEdge} onClose={close} {...(className !== undefined && { className })}>
      <p className="own-direction whitespace-pre-line">{text}</p>
    </Banner>
  );
}
