import { Clapperboard } from "lucide-react";
import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFilms } from "../cctv.queries.ts";
import { FilmRow } from "./film-row.tsx";

const dialog = later(() => import("./film-dialog.tsx"));

/** Time-lapses made of the pictures of this camera. */
export function FilmsPart({ camera }: { camera: Camera }) {
  const t = useText();
  const films = useFilms(camera.id);
  const [isMaking, setIsMaking] = useState(false);
  const Dialog = useLater(dialog, isMaking)?.FilmDialog;
  return (
    <Card
      title={t("cctv.film.title")}
      actions={
        camera.can["edit"] === true && (
          <span className="pe-2">
            <Button size="sm" icon={Clapperboard} onPress={() => setIsMaking(true)}>
              {t("cctv.film.make")}
            </Button>
          </span>
        )
      }
    >
      {films.isPending ? (
        <Skeleton className="h-20" />
      ) : films.data === undefined ? (
        <p role="alert" className="text-ink-muted">
          {errorText(films.error, t)}
        </p>
      ) : films.data.length === 0 ? (
        <p className="text-ink-muted">{t("cctv.film.empty")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {films.data.map((film) => (
            <FilmRow key={film.id} camera={camera} film={film} />
          ))}
        </ul>
      )}
      {Dialog && isMaking && <Dialog camera={camera} onClose={() => setIsMaking(false)} />}
    </Card>
  );
}
