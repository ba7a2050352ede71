import { recordActivity } from "#server/platform/activity.ts";
import type { SnagVoice } from "../voice-notes/voice-parents.ts";
import type { createSnagComments } from "./comments.ts";
import type { SnagNews } from "./snag-news.ts";
import { addStep, holdSnag, touchSnag } from "./snag-writes.ts";
import { snagFlags } from "./snags.policy.ts";
import { done, type SnagService } from "./snags.service.ts";

export interface SnagVoiceOptions {
  readonly news: SnagNews;
  readonly announce: SnagService["announce"];
  readonly comments: Pick<ReturnType<typeof createSnagComments>, "addIn">;
}

/** Effects of voice notes on their snag: like those of comments, they leave its version alone. */
export function createSnagVoice({ news, announce, comments }: SnagVoiceOptions): SnagVoice {
  return {
    mayEdit: (snag, user) => snagFlags(snag, user).edit === true,
    mayComment: (snag, user) => snagFlags(snag, user).comment === true,
    async noted(trx, { id }, verb, { user, address }) {
      const snag = await holdSnag(trx, id);
      await touchSnag(trx, id);
      const action = verb === "voice_deleted" ? "voice_removed" : "voice_added";
      await addStep(trx, id, { id_user: user.id, action });
      await announce(trx, [snag]);
      await recordActivity(trx, done(verb, snag, user, address));
      if (verb === "voice_added") await news.commented(trx, user.id, snag);
    },
    async commented(trx, snag, text, by) {
      await comments.addIn(trx, snag, text, by);
    },
  };
}
