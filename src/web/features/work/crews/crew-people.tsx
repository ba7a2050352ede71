import { Link2Off, Share2, UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { crewLanguageLooks } from "#contract/crews.languages.ts";
import type { Crew, CrewLink, CrewPerson } from "#contract/crews.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import type { Tone } from "#web/ui/tone.ts";
import { dotTone } from "#web/ui/tone.ts";
import { useCrewChanges, useCrewLinks } from "./crews.queries.ts";
import { PersonMenu } from "./person-menu.tsx";

const personDialog = later(() => import("./person-dialog.tsx"));
const importDialog = later(() => import("./import-dialog.tsx"));
const shareDialog = later(() => import("./share-dialog.tsx"));

/** Milliseconds for which a revoked link can be replaced from the toast. */
const UNDO = 10_000;

/** The people of a crew, and the link of each in this project. */
export function CrewPeople({ crew, project }: { crew: Crew; project: number }) {
  const t = useText();
  const links = useCrewLinks(project, crew.id);
  const [open, setOpen] = useState<"add" | "import" | null>(null);
  const PersonDialog = useLater(personDialog, open === "add")?.PersonDialog;
  const ImportDialog = useLater(importDialog, open === "import")?.ImportDialog;
  const mayEdit = crew.can["edit"] === true;
  return (
    <div className="flex flex-col">
      {crew.people.length === 0 ? (
        <p className="px-4 py-5 text-sm text-ink-muted">{t("crews.screens.person.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {crew.people.map((person) => (
            <PersonRow
              key={person.id}
              crew={crew}
              project={project}
              person={person}
              link={links.data?.items.find(({ id_person }) => id_person === person.id)}
            />
          ))}
        </ul>
      )}
      {links.isError && (
        <p role="alert" className="px-4 py-2 text-sm text-bad-text">
          {errorText(links.error, t)}
        </p>
      )}
      {mayEdit && (
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
          <Button icon={UserPlus} onPress={() => setOpen("add")}>
            {t("crews.screens.person.add")}
          </Button>
          <Button variant="quiet" icon={Users} onPress={() => setOpen("import")}>
            {t("crews.screens.person.import")}
          </Button>
        </div>
      )}
      {PersonDialog && open === "add" && <PersonDialog crew={crew} onClose={() => setOpen(null)} />}
      {ImportDialog && open === "import" && <ImportDialog crew={crew} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface PersonRowProps {
  crew: Crew;
  project: number;
  person: CrewPerson;
  /** Undefined while it loads. */
  link: CrewLink | undefined;
}

function PersonRow({ crew, project, person, link }: PersonRowProps) {
  const t = useText();
  const format = useFormat();
  const changes = useCrewChanges();
  const [isSharing, setIsSharing] = useState(false);
  const ShareDialog = useLater(shareDialog, isSharing)?.ShareDialog;
  const { id, name, email, phone, language } = person;
  const act = async (
    work: Promise<unknown>,
    title: string,
    action?: { label: string; onAction: () => void },
  ) => {
    try {
      await work;
      showToast({ tone: "ok", title, ...(action && { action }) }, UNDO);
    } catch (error) {
      showFailure(error, t);
    }
  };
  const renew = () => act(changes.renew(project, id), t("crews.screens.link.renewed", { name }));
  const revoke = () =>
    act(
      changes.revoke(project, id),
      t("crews.screens.link.revoked", { name }),
      // Without open snags there is nothing to send.
      link?.can["renew"] === true
        ? { label: t("crews.screens.link.renew"), onAction: () => void renew() }
        : undefined,
    );
  const state = link && stateOf(link, t, format);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 ps-4 pe-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="own-direction truncate text-sm font-strong">{name}</p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-muted">
          {email !== null && <bdi className="truncate">{email}</bdi>}
          {phone !== null && (
            <span dir="ltr" className="tabular-nums">
              {phone}
            </span>
          )}
          <span lang={language}>{crewLanguageLooks[language].name}</span>
        </p>
      </div>
      <div className="flex min-w-0 grow items-center justify-end gap-1">
        {state && (
          <p className="me-auto flex items-center gap-2 text-sm sm:me-3">
            <span aria-hidden className={cx("size-2 shrink-0 rounded-full", dotTone[state.tone])} />
            {state.text}
          </p>
        )}
        {link?.can["share"] === true && (
          <IconButton
            icon={Share2}
            label={t("crews.screens.link.share")}
            onPress={() => setIsSharing(true)}
            className="touch:size-11"
          />
        )}
        {link?.can["revoke"] === true && link.state === "active" && (
          <IconButton
            icon={Link2Off}
            label={t("crews.screens.link.revoke")}
            onPress={() => void revoke()}
            className="touch:size-11"
          />
        )}
        <PersonMenu
          crew={crew}
          person={person}
          link={link}
          onSend={() => void act(changes.send(project, id), t("crews.screens.link.sent", { name }))}
          onRenew={() => void renew()}
        />
      </div>
      {ShareDialog && isSharing && (
        <ShareDialog project={project} person={person} onClose={() => setIsSharing(false)} />
      )}
    </li>
  );
}

/** The last thing that is known of a link, in words. */
export function stateOf(
  link: CrewLink,
  t: Translate,
  format: Pick<Formatter, "ago">,
): { readonly text: string; readonly tone: Tone } {
  const { state, sent_at, seen_at, answered_at, failed_at } = link;
  if (state === "revoked" || state === "ended")
    return { text: t(`crews.screens.states.${state}`), tone: "neutral" };
  if (failed_at !== null && (sent_at === null || failed_at >= sent_at))
    return { text: t("crews.screens.states.failed"), tone: "bad" };
  if (answered_at !== null)
    return { text: t("crews.screens.states.answered", { ago: format.ago(answered_at) }), tone: "ok" };
  if (seen_at !== null)
    return { text: t("crews.screens.states.seen", { ago: format.ago(seen_at) }), tone: "info" };
  if (sent_at !== null)
    return { text: t("crews.screens.states.sent", { ago: format.ago(sent_at) }), tone: "warn" };
  return {
    text: t(state === "none" ? "crews.screens.states.none" : "crews.screens.states.not_sent"),
    tone: "neutral",
  };
}
