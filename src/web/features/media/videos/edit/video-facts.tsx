import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { Video } from "#contract/videos.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { EvidenceDialog } from "#web/shell/evidence/evidence-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Facts of the video, and its download for users with the permission. */
export function VideoFacts({ video }: { video: Video }) {
  const t = useText();
  const format = useFormat();
  const [isProving, setIsProving] = useState(false);
  const of = { kind: "video", id: video.id } as const;
  const facts: readonly (readonly [string, string])[] = [
    [t("videos.duration"), clock(video.duration)],
    [t("videos.pixels"), `${video.width} × ${video.height}`],
    [t("videos.size"), format.bytes(video.file_size)],
    [t("videos.watched"), format.number(video.views)],
    [t("videos.added_at"), format.date(video.created_at, "moment")],
  ];
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="text-end tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {video.file !== null && (
        <a href={video.file} download className={buttonClass({ variant: "secondary" })}>
          <Icon of={Download} size="sm" />
          {t("videos.download")}
        </a>
      )}
      <Button icon={ShieldCheck} onPress={() => setIsProving(true)}>
        {t("evidence.open")}
      </Button>
      <EvidenceDialog of={of} isOpen={isProving} onClose={() => setIsProving(false)} />
    </div>
  );
}
