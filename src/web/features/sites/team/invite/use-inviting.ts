import { useState } from "react";
import type { GivenRole } from "#contract/team.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { useInvite } from "../team.queries.ts";
import { absolute, keepLink } from "./links.ts";

/** An invited address, or one that had requested to join and is a member now. */
export interface Invited {
  readonly email: string;
  readonly hasJoined: boolean;
  /** To pass on, where the platform sends no email. */
  readonly link: string | null;
}

export interface Inviting {
  readonly done: readonly Invited[];
  /** Reason of a refusal, by address. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly progress: { readonly done: number; readonly all: number } | null;
  /** Sends one after the other. Resolves with the addresses that were not sent, in order, and those that were. */
  send(emails: readonly string[], role: GivenRole, message: string): Promise<Outcome>;
  forget(email: string): void;
}

export interface Outcome {
  readonly left: readonly string[];
  readonly sent: readonly Invited[];
}

/** Refusals that concern the inviting user or the platform, so that the next address would fail as well. */
const endsIt = ({ status, code }: ApiError) =>
  [0, 401, 429].includes(status) || status >= 500 || (status === 403 && code !== "MEMBER_ABOVE");

export function useInviting(id_project: number): Inviting {
  const t = useText();
  const invite = useInvite(id_project);
  const [done, setDone] = useState<readonly Invited[]>([]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [progress, setProgress] = useState<Inviting["progress"]>(null);

  async function send(emails: readonly string[], role: GivenRole, message: string): Promise<Outcome> {
    const refused = new Map<string, string>();
    const sent: Invited[] = [];
    setRefusals(new Map());
    for (const [at, email] of emails.entries()) {
      setProgress({ done: at, all: emails.length });
      try {
        const { invitation, invitation_link } = await invite.mutateAsync({ email, role, message });
        const link = invitation_link && absolute(invitation_link);
        if (invitation !== null && link !== null) keepLink(invitation.id, link);
        sent.push({ email, hasJoined: invitation === null, link });
      } catch (error) {
        refused.set(
          email,
          fieldError(error, "email", t) ?? fieldError(error, "role", t) ?? errorText(error, t),
        );
        if (!(error instanceof ApiError) || !endsIt(error)) continue;
        for (const untried of emails.slice(at + 1)) refused.set(untried, t("team.invite.not_tried"));
        break;
      }
    }
    setProgress(null);
    setDone((before) => [...before, ...sent]);
    setRefusals(new Map(refused));
    return { left: emails.filter((email) => refused.has(email)), sent };
  }

  const forget = (email: string) =>
    setRefusals((before) => new Map([...before].filter(([refused]) => refused !== email)));

  return { done, refusals, progress, send, forget };
}
