import { Sparkles } from "lucide-react";
import type { Photo } from "#contract/photos.ts";
import type { Output } from "#web/lib/client.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toCompass } from "./compass.ts";
import { useEditPhoto } from "./photos.queries.ts";

interface ProposalProps {
  photo: Output<"GET /api/photos/{id}">;
  /** Opens the floor plan with the proposed position. */
  onReview: () => void;
}

/** Location and direction that the camera wrote into the file: shown, and applied only when a user accepts them. */
export function Proposal({ photo, onReview }: ProposalProps) {
  const t = useText();
  const edit = useEditPhoto(photo.id);
  const { proposal, proposed } = photo;
  if (proposal === null) return null;
  const answer = async (body: Parameters<typeof edit.mutateAsync>[0], done: string) => {
    try {
      await edit.mutateAsync({ ...body, version: photo.version });
      showToast({ tone: "ok", title: done });
    } catch (error) {
      showFailure(error, t);
    }
  };
  const { heading, latitude } = proposal;
  return (
    <section
      aria-label={t("photos.proposal.title")}
      className="flex flex-col gap-2 rounded-md bg-info-soft p-3 text-sm text-info-text"
    >
      <h3 className="flex items-start gap-2 font-strong">
        <Icon of={Sparkles} size="sm" className="mt-0.5 shrink-0" />
        {t("photos.proposal.title")}
      </h3>
      {latitude !== null && <p>{locationOf(proposal, t)}</p>}
      {heading !== null && <p>{t("photos.proposal.heading", { n: toCompass(heading) })}</p>}
      <p className="text-xs">
        {t(latitude === null || proposed.length > 0 ? "photos.proposal.text" : "photos.proposal.no_plan")}
      </p>
      <div className="flex flex-wrap gap-2">
        {proposed.length > 0 && (
          <Button size="sm" variant="primary" onPress={onReview}>
            {t("photos.proposal.show")}
          </Button>
        )}
        {heading !== null && (
          <Button
            size="sm"
            isPending={edit.isPending}
            onPress={() =>
              void answer(
                { heading, ...(proposed.length === 0 && { proposal: "accepted" }) },
                t("photos.saved"),
              )
            }
          >
            {t("photos.proposal.accept_heading")}
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          isPending={edit.isPending}
          onPress={() => void answer({ proposal: "ignored" }, t("photos.proposal.ignored"))}
        >
          {t("photos.proposal.ignore")}
        </Button>
      </div>
    </section>
  );
}

function locationOf(
  { latitude, longitude, accuracy }: NonNullable<Photo["proposal"]>,
  t: ReturnType<typeof useText>,
): string {
  const at = { latitude: (latitude ?? 0).toFixed(5), longitude: (longitude ?? 0).toFixed(5) };
  return accuracy === null
    ? t("photos.proposal.location", at)
    : t("photos.proposal.accuracy", { ...at, n: Math.max(1, Math.round(accuracy)) });
}
