import { Video as Film } from "lucide-react";
import type { Showcase } from "#contract/showcase.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { PictureTile } from "#web/ui/plain/picture-tile.tsx";

/** The project's public videos; nothing where there are none. */
export function Videos({ videos }: { videos: Showcase["videos"] }) {
  const t = useText();
  const format = useFormat();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="videos">
      <h2 id="videos" className="text-lg font-strong">
        {t("showcase.videos", { count: videos.length })}
      </h2>
      <p className="mt-1 mb-5 text-ink-muted">{t("showcase.videos_text")}</p>
      <div className="grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {videos.map(({ code, title, thumbnail, video_date, duration, is_protected }) => (
          <PictureTile key={code} href={`/video/${code}`} src={thumbnail} icon={Film} title={title}>
            <p className="text-ink-muted">
              <time dateTime={video_date}>{format.date(video_date, "long")}</time>
              {" · "}
              {is_protected
                ? t("showcase.video_protected")
                : t("showcase.video_length", { seconds: Math.round(duration) })}
            </p>
          </PictureTile>
        ))}
      </div>
    </section>
  );
}
