import { CircleQuestionMark, ExternalLink, Eye, Share } from "lucide-react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { PlainTooltip } from "#web/ui/plain/plain-tooltip.tsx";
import { useFrame } from "../frame.ts";

/** Guests do not need it. */
const wayOut = later(() => import("./way-out.tsx"));

/** Each in its own script, for readers who cannot read the other. */
const languageNames = { en: "English", ar: "العربية" } as const;

/** Title, facts and actions of the visit. */
export function TopBar() {
  return (
    <header className="bar fades in-data-comparing:hidden pointer-events-none absolute inset-x-(--edge) edge-top z-2 flex items-start justify-between gap-2 anim-fade-in *:pointer-events-auto has-[[role=menu]]:z-5">
      <Title />
      <Actions />
    </header>
  );
}

function Title() {
  const { tour, isEmbedded } = useFrame();
  const { name, id_visit } = useStore(tour.visit);
  const hasWayOut = !isEmbedded && id_visit !== null;
  const WayOut = useLater(wayOut, hasWayOut)?.WayOut;
  return (
    <div
      className={cx(
        "plate relative flex min-w-0 items-center print:bg-surface print:backdrop-filter-none print:[print-color-adjust:exact]",
        hasWayOut ? "p-[3px] pe-3.5 max-md:pe-2.5" : "px-3.5 pt-[5px] pb-1.5 max-md:px-3",
      )}
    >
      {hasWayOut && (
        <span className="me-1 h-10 min-w-10 shrink-0 touch:h-11 touch:min-w-11 print:hidden">
          {WayOut && <WayOut />}
        </span>
      )}
      <div className="min-w-0 overflow-hidden">
        <h1 dir="auto" title={name} className="truncate text-base leading-5.5 font-strong own-direction">
          {name}
        </h1>
        <Facts isShort={hasWayOut} />
      </div>
    </div>
  );
}

/** On a phone the project's name is hidden for users who have the back arrow beside it. */
function Facts({ isShort }: { isShort: boolean }) {
  const { tour, speaker, views } = useFrame();
  const { project, visit_date } = useStore(tour.visit);
  const seen = useStore(views);
  return (
    <p className="flex gap-x-3.5 text-xs whitespace-nowrap text-white/82 print:text-ink-muted">
      {project !== "" && (
        <>
          <span dir="auto" className={cx("truncate", isShort && "max-sm:hidden")}>
            {project}
          </span>{" "}
        </>
      )}
      <time
        dateTime={visit_date}
        className={cx(
          "relative",
          isShort ? "max-sm:truncate sm:shrink-0" : "shrink-0",
          project !== "" &&
            "before:absolute before:-start-2 before:top-1/2 before:size-0.5 before:rounded-full before:bg-current",
        )}
      >
        <span className={cx(isShort && "tiny:hidden")}>{speaker.date(visit_date)}</span>
        {isShort && <span className="hidden tiny:inline">{speaker.shortDate(visit_date)}</span>}
      </time>
      {seen !== null && seen.count > 0 && (
        <span
          title={seen.text}
          className={cx("inline-flex items-center gap-1 tabular-nums", isShort && "tiny:hidden")}
        >
          <Icon of={Eye} size="sm" />
          <span aria-hidden>{seen.count}</span>
          <span className="sr-only">{seen.text}</span>
        </span>
      )}
    </p>
  );
}

const look = { variant: "onGlass", size: "lg" } as const;

function Actions() {
  const t = useText();
  const { speaker, settings, isEmbedded, openShare, openHelp, changeLanguage } = useFrame();
  const other = speaker.language === "en" ? "ar" : "en";
  return (
    <div className="plate relative flex shrink-0 p-[3px] print:hidden">
      {settings.languages_enabled && (
        <button
          type="button"
          id="viewer-language"
          lang={other}
          onClick={changeLanguage}
          className="h-10 min-w-10 cursor-default rounded-[8px] px-2.5 transition-colors hover:bg-glass-hover pressed:bg-glass-press touch:h-11 touch:min-w-11"
        >
          {languageNames[other]}
        </button>
      )}
      <PlainIconButton
        {...look}
        icon={CircleQuestionMark}
        label={t("viewer.actions.help")}
        onPress={openHelp}
      />
      {isEmbedded && <NewTab />}
      <PlainIconButton
        {...look}
        icon={Share}
        label={t("viewer.actions.share")}
        hasTooltip={false}
        onPress={openShare}
        className="font-strong md:ps-3 md:pe-3.5"
      >
        <span className="max-md:hidden">{t("viewer.actions.share")}</span>
      </PlainIconButton>
    </div>
  );
}

function NewTab() {
  const t = useText();
  const { tour } = useFrame();
  return (
    <PlainTooltip text={t("viewer.actions.open")}>
      <a
        target="_blank"
        rel="noopener"
        href={tour.link(false)}
        aria-label={t("viewer.actions.open")}
        onClick={(event) => {
          event.currentTarget.href = tour.link(true);
        }}
        className="inline-flex h-10 min-w-10 items-center justify-center rounded-[8px] transition-colors hover:bg-glass-hover pressed:bg-glass-press touch:h-11 touch:min-w-11"
      >
        <Icon of={ExternalLink} points className="size-5" />
      </a>
    </PlainTooltip>
  );
}
