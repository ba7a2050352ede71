import { Send } from "lucide-react";
import type { Snag } from "#contract/snags.ts";
import type { SnagLink, Tool } from "#contract/tools.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { LinkState } from "../link-state.tsx";
import { CardLink } from "../links/card-link.tsx";
import { LinkMenu } from "../links/link-menu.tsx";
import { LinkTimes } from "../links/sent-snags.tsx";
import { openTools } from "../open-tools.ts";
import { toolIcons } from "../tool-looks.ts";
import { useSend } from "../tools.changes.ts";
import { type SnagTools, useLinkNews, useSnagTools } from "../tools.queries.ts";
import { Log } from "./log.tsx";

/**
 * Cards of a snag, possible destinations, and the sync history. Nothing at all for a user without a tool and without
 * cards.
 */
export function SentTo({ snag }: { snag: Snag }) {
  const t = useText();
  const user = useSignedInUser();
  const tools = useSnagTools(snag.id);
  useLinkNews(snag.id_project);
  const mine = openTools(user);
  if (tools.isPending) return null;
  if (tools.data === undefined)
    return mine.length === 0 ? null : (
      <Frame>
        <p role="alert" className="flex flex-col items-start gap-2 text-sm text-ink-muted">
          {errorText(tools.error, t)}
          <Button size="sm" onPress={() => void tools.refetch()}>
            {t("common.retry")}
          </Button>
        </p>
      </Frame>
    );
  const { links, log, offers } = tools.data;
  const mayEdit = snag.can["edit"] === true;
  const open = mayEdit ? offers.filter(({ tool }) => !links.some((link) => link.tool === tool)) : [];
  const isIdle = links.length === 0 && open.length === 0;
  if (isIdle && log.length === 0 && (mine.length === 0 || !mayEdit)) return null;
  return (
    <Frame>
      {links.length > 0 && (
        <ul className="flex flex-col gap-2">
          {links.map((link) => (
            <Sent key={link.id} link={link} isOffered={isOffered(offers, link)} />
          ))}
        </ul>
      )}
      {open.map((offer) => (
        <Offer key={offer.tool} snag={snag} offer={offer} />
      ))}
      {isIdle && mine.length > 0 && mayEdit && <NoBoard snag={snag} tool={mine[0] ?? "trello"} />}
      {log.length > 0 && <Log entries={log} />}
    </Frame>
  );
}

const isOffered = (offers: SnagTools["offers"], link: SnagLink) =>
  offers.some(({ tool }) => tool === link.tool);

function Frame({ children }: { children: React.ReactNode }) {
  const t = useText();
  return (
    <section aria-labelledby="snag-sent" className="flex flex-col gap-3 print:hidden">
      <h3 id="snag-sent" className="text-sm font-strong">
        {t("tools.sent.title")}
      </h3>
      {children}
    </section>
  );
}

/** A card that exists, or is being created. */
function Sent({ link, isOffered }: { link: SnagLink; isOffered: boolean }) {
  const t = useText();
  const send = useSend();
  const { tool, state, failure, can } = link;
  const text = textOf(link, isOffered, t);
  return (
    <li className="flex flex-col gap-2 rounded-lg bg-sunken py-2.5 ps-3.5 pe-1.5">
      <div className="flex items-center gap-2.5">
        <Icon of={toolIcons[tool]} className="text-ink-muted" />
        <span className="min-w-0 flex-1 text-sm font-strong">{t(`tools.names.${tool}`)}</span>
        <CardLink link={link} />
        <LinkMenu link={link} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pe-2">
        <LinkState state={state} />
        <LinkTimes link={link} />
      </div>
      {text !== null && <p className="pe-2 text-xs text-ink-muted">{text}</p>}
      {failure !== "" && (
        <p className="pe-2 text-xs wrap-anywhere text-ink-muted">
          {t("tools.links.answered", { tool: t(`tools.names.${tool}`), reason: failure })}
        </p>
      )}
      {can["edit"] === true && isOffered && (
        <Button
          size="sm"
          icon={Send}
          isPending={send.isPending}
          onPress={() => send.mutate(link)}
          className="w-fit"
        >
          {t("tools.sent.send_again")}
        </Button>
      )}
    </li>
  );
}

/** More detail than the state itself. */
function textOf({ tool, state }: SnagLink, isOffered: boolean, t: Translate): string | null {
  const values = { tool: t(`tools.names.${tool}`) };
  if (state === "gone") return t("tools.sent.gone_text", values);
  if (state === "reauth") return t("tools.sent.reauth_text");
  return isOffered ? t("tools.sent.elsewhere_text", values) : null;
}

/** A board of the project that it could be sent to. */
function Offer({ snag, offer: { tool, board } }: { snag: Snag; offer: SnagTools["offers"][number] }) {
  const t = useText();
  const send = useSend();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        icon={toolIcons[tool]}
        isPending={send.isPending}
        onPress={() => send.mutate({ tool, id_snag: snag.id, number: snag.number })}
      >
        {t("tools.sent.send_to", { tool: t(`tools.names.${tool}`) })}
      </Button>
      <span className="min-w-0 truncate text-xs text-ink-muted">
        {t("tools.sent.to_board", { tool: t(`tools.names.${tool}`), board })}
      </span>
    </div>
  );
}

function NoBoard({ snag, tool }: { snag: Snag; tool: Tool }) {
  const t = useText();
  return (
    <p className="text-sm text-ink-muted">
      {t("tools.sent.no_board", { tool: t(`tools.names.${tool}`), project: snag.project })}{" "}
      <Link href={`/${tool}?add=${snag.id_project}`}>{t("tools.sent.choose_board")}</Link>
    </p>
  );
}
