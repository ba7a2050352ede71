import type { z } from "zod";
import type { AdminSession, SessionInfo } from "#contract/sessions.ts";
import { readUserAgent } from "#server/platform/user-agent.ts";
import type { AdminSessionRow, OpenSession } from "./sessions.repository.ts";

/** `currentId` is the caller's session. */
export function wireSession(session: OpenSession, currentId: number): SessionInfo {
  return {
    id: session.id,
    ...readUserAgent(session.user_agent),
    address: session.address,
    current: session.id === currentId,
    remembered: session.remembered,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
  };
}

export function wireAdminSession(
  session: AdminSessionRow,
  currentId: number,
  address: (objectKey: string) => string,
): z.output<typeof AdminSession> {
  const { ended_at, end_reason, is_expired, expires_at } = session;
  const name = [session.first_name, session.last_name].filter((part) => part !== "").join(" ");
  return {
    ...wireSession(session, currentId),
    user: {
      id: session.id_user,
      username: session.username,
      name: name === "" ? session.username : name,
      avatar: session.avatar === null ? null : address(session.avatar),
    },
    active: ended_at === null && !is_expired,
    ended_at: (is_expired ? expires_at : ended_at)?.toISOString() ?? null,
    end_reason: is_expired ? "expired" : end_reason,
  };
}
