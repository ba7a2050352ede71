import { type Evidence, evidenceApi } from "#contract/evidence.ts";
import type { Language } from "#contract/languages.ts";
import type { Verifier } from "#server/domains/installation/audit/verify.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import { type ProjectStanding, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Archive } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { announceCaptures, pruneAnnounced } from "#server/platform/captures.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import { type CallContext, handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type CustodySubject, findSubject, type RecordKind, type SubjectFile } from "./custody-subjects.ts";
import { findDiaryDay } from "./diary-day.ts";
import { createEvidenceFiles } from "./files.ts";
import { countDone, countSeen, doneWith, sealsOver, seenBy } from "./record.ts";
import { samples } from "./samples.ts";
import { evidenceWords } from "./words.ts";

export interface EvidenceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly archive: Pick<Archive, "keptFile" | "keptNames" | "localFile">;
  readonly verifier: Verifier;
  readonly pdf: PdfDrawing;
  /** Public address of this server. */
  readonly siteAddress: string;
  readonly siteName: () => string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

type Subject = ProjectStanding & { readonly id: number };
/** A call about a subject. */
interface Addressed {
  readonly subject: Subject;
}
type Find<C> = (call: C) => Promise<CustodySubject>;
type Call = Pick<CallContext<"POST /api/evidence/rooms/{id}/check">, "user" | "request">;

/**
 * Chain of custody of a picture, a video, a floor plan, a snag or a day of the site diary: proof that its bytes are the uploaded ones, and its
 * history since.
 */
export function evidenceModule(options: EvidenceOptions) {
  const { db, clock, archive, verifier } = options;
  const files = createEvidenceFiles(archive, options.address);
  const site = options.siteAddress.replace(/\/$/, "");

  async function evidence(
    thing: CustodySubject,
    standing: ProjectStanding,
    user: SessionUser,
  ): Promise<Evidence> {
    // Visitors who only see a public project do not read its log.
    const can = projectFlags({ ...standing, is_public: false }, user);
    const [kept, lines, n_lines, seen, n_seen] = await Promise.all([
      files.of(thing),
      can.view_activity ? doneWith(db, thing) : null,
      can.view_activity ? countDone(db, thing) : null,
      can.view_access ? seenBy(db, thing) : null,
      countSeen(db, thing),
    ]);
    const told = [
      ...(lines ?? []).map((line) => ({ ...line, source: "activity" as const })),
      ...(seen ?? []).map((line) => ({ ...line, source: "seen" as const })),
    ];
    const [seals, findings] = await Promise.all([sealsOver(db, told), verifier.these(told)]);
    const { kind, id, name, id_project, project, within, path } = thing;
    const head = { kind, id, name, id_project, project, within, link: `${site}${path}` };
    return { ...head, files: kept, lines, n_lines, seen, n_seen, seals, findings };
  }

  const record =
    (kind: RecordKind): Find<Addressed> =>
    ({ subject }) =>
      findSubject(db, kind, subject.id);
  const diaryDay: Find<Addressed & { params: { day: string } }> = ({ subject, params }) =>
    findDiaryDay(db, subject.id, params.day);

  const told =
    <C extends Addressed>(find: Find<C>) =>
    async (call: C & { user: SessionUser }) =>
      evidence(await find(call), call.subject, call.user);

  const sheet =
    <C extends Addressed>(find: Find<C>) =>
    async (call: C & { user: SessionUser; query: { lang?: Language | undefined } }): Promise<Download> => {
      const thing = await find(call);
      const told = await evidence(thing, call.subject, call.user);
      const words = evidenceWords(call.query.lang ?? call.user.language);
      const at = clock.now();
      return {
        name: `${words.say.file} – ${safeName(thing.name) || thing.kind}.pdf`,
        record: { ...about(thing), action: `${thing.kind}.evidenced` },
        open: () =>
          options.pdf.draw("custody", {
            evidence: told,
            language: words.language,
            at,
            site: options.siteName(),
            thumbnail: thing.thumbnail,
          }),
      };
    };

  const check = createCheck({ db, clock, files });
  const original = createOriginal({ db, archive });

  return {
    samples,
    sweeps: [() => pruneAnnounced(db, clock.now())],
    handlers: handlers(evidenceApi, {
      "GET /api/evidence/rooms/{id}": told(record("room")),
      "GET /api/evidence/rooms/{id}/sheet": sheet(record("room")),
      "GET /api/evidence/rooms/{id}/original": original("room"),
      "POST /api/evidence/rooms/{id}/check": check(record("room")),
      "GET /api/evidence/photos/{id}": told(record("photo")),
      "GET /api/evidence/photos/{id}/sheet": sheet(record("photo")),
      "GET /api/evidence/photos/{id}/original": original("photo"),
      "POST /api/evidence/photos/{id}/check": check(record("photo")),
      "GET /api/evidence/videos/{id}": told(record("video")),
      "GET /api/evidence/videos/{id}/sheet": sheet(record("video")),
      "GET /api/evidence/videos/{id}/original": original("video"),
      "POST /api/evidence/videos/{id}/check": check(record("video")),
      "GET /api/evidence/sheets/{id}": told(record("sheet")),
      "GET /api/evidence/sheets/{id}/sheet": sheet(record("sheet")),
      "GET /api/evidence/sheets/{id}/original": original("sheet"),
      "POST /api/evidence/sheets/{id}/check": check(record("sheet")),
      "GET /api/evidence/snags/{id}": told(record("snag")),
      "GET /api/evidence/snags/{id}/sheet": sheet(record("snag")),
      "POST /api/evidence/snags/{id}/check": check(record("snag")),
      "GET /api/evidence/projects/{id}/diary/{day}": told(diaryDay),
      "GET /api/evidence/projects/{id}/diary/{day}/sheet": sheet(diaryDay),
      "POST /api/evidence/projects/{id}/diary/{day}/check": check(diaryDay),
      "POST /api/evidence/captures": async ({ body, user }) => {
        await announceCaptures(db, body.captures, user.id);
        return {};
      },
    }),
  };
}

/** Compares the files of a subject with their checksums, and logs the check. */
const createCheck =
  ({
    db,
    clock,
    files,
  }: Pick<EvidenceOptions, "db" | "clock"> & { files: ReturnType<typeof createEvidenceFiles> }) =>
  <C extends Addressed>(find: Find<C>) =>
  async (call: C & Call) => {
    const thing = await find(call);
    const checked = await files.check(thing);
    await recordActivity(db, {
      ...about(thing),
      id_user: call.user.id,
      action: `${thing.kind}.checked`,
      details: { result: checked.every(({ is_same }) => is_same) ? "same" : "different" },
      address: call.request.ip,
    });
    return { checked_at: clock.now().toISOString(), files: checked };
  };

/** The original file of a subject. */
const createOriginal =
  ({ db, archive }: Pick<EvidenceOptions, "db" | "archive">) =>
  (kind: RecordKind) =>
  async (call: { subject: Subject; query: { version?: number | undefined } }): Promise<Download> => {
    const thing = await findSubject(db, kind, call.subject.id);
    const { version } = call.query;
    const file = version === undefined ? thing.files[0] : thing.files.find(({ id }) => id === `v${version}`);
    const stored = file === undefined ? null : await archive.keptFile(file.key);
    if (file === undefined || stored === null) throw new AppError("NOT_FOUND");
    return {
      name: nameOf(thing, file),
      record: { ...about(thing), action: `${kind}.exported` },
      bytes: stored.bytes,
      etag: `"${file.sha256 ?? file.id}"`,
      open: (range) => stored.open(range),
    };
  };

const about = ({ kind, id, name, id_project }: CustodySubject) => ({
  subject: { kind, id, name },
  id_project,
});

/** The original name; an unnamed file is named after its subject. */
const nameOf = ({ name }: CustodySubject, file: SubjectFile): string => {
  const ending = file.key.split(".").at(-1) ?? "bin";
  return file.name === "" ? `${safeName(name) || "original"}.${ending}` : file.name;
};
