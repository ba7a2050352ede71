import type { AnswerSnag } from "#contract/crews.answers.ts";
import { useText } from "#web/lib/use-text.ts";
import { Picture } from "#web/ui/picture.tsx";

/** Photos that open in full size. */
export function PhotoRow({ photos }: { photos: AnswerSnag["photos"] }) {
  const t = useText();
  return (
    <ul className="grid grid-cols-3 gap-2">
      {photos.map(({ url, thumbnail }, at) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener" className="block rounded-md">
            <Picture
              src={thumbnail}
              alt={t("crews.answer.photo", { n: at + 1 })}
              className="aspect-square w-full rounded-md"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
