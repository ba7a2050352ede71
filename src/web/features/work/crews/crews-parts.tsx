import type { Snag } from "#contract/snags.ts";
import { later, useLater } from "#web/ui/later.ts";

const answers = later(() => import("./snag-answers.tsx"));

/** The answers of crews to a snag, in its details. */
export function SnagAnswersPart({ snag }: { snag: Snag }) {
  const Answers = useLater(answers, true)?.SnagAnswers;
  return Answers ? <Answers key={snag.id} snag={snag} /> : null;
}
