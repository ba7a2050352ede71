import { type Evidence, type EvidenceKind, evidenceApi } from "#contract/evidence.ts";
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
import { type CustodySubject, findSubject, type SubjectFile } from "./custody-subjects.ts";
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
type Call = Pick<CallContext<"POST /api/evidence/rooms/{id}/check">, "user" | "request">;

/**
 * Chain of custody of a picture, a video, a floor plan or a snag: proof that its bytes are the uploaded ones, and its
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

  const told = (kind: EvidenceKind) => async (call: { subject: Subject; user: SessionUser }) =>
    evidence(await findSubject(db, kind, call.subject.id), call.subject, call.user);

  const sheet =
    (kind: EvidenceKind) =>
    async (call: {
      subject: Subject;
      user: SessionUser;
      query: { lang?: Language | undefined };
    }): Promise<Download> => {
      const thing = await findSubject(db, kind, call.subject.id);
      const told = await evidence(thing, call.subject, call.user);
      const words = evidenceWords(call.query.lang ?? call.user.language);
      const at = clock.now();
      return {
        name: `${words.say.file} – ${safeName(thing.name) || thing.kind}.pdf`,
        record: { ...about(thing), action: `${kind}.evidenced` },
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
      "GET /api/evidence/rooms/{id}": told("room"),
      "GET /api/evidence/rooms/{id}/sheet": sheet("room"),
      "GET /api/evidence/rooms/{id}/original": original("room"),
      "POST /api/evidence/rooms/{id}/check": check("room"),
      "GET /api/evidence/photos/{id}": told("photo"),
      "GET /api/evidence/photos/{id}/sheet": sheet("photo"),
      "GET /api/evidence/photos/{id}/original": original("photo"),
      "POST /api/evidence/photos/{id}/check": check("photo"),
      "GET /api/evidence/videos/{id}": told("video"),
      "GET /api/evidence/videos/{id}/sheet": sheet("video"),
      "GET /api/evidence/videos/{id}/original": original("video"),
      "POST /api/evidence/videos/{id}/check": check("video"),
      "GET /api/evidence/sheets/{id}": told("sheet"),
      "GET /api/evidence/sheets/{id}/sheet": sheet("sheet"),
      "GET /api/evidence/sheets/{id}/original": original("sheet"),
      "POST /api/evidence/sheets/{id}/check": check("sheet"),
      "GET /api/evidence/snags/{id}": told("snag"),
      "GET /api/evidence/snags/{id}/sheet": sheet("snag"),
      "POST /api/evidence/snags/{id}/check": check("snag"),
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
  (kind: EvidenceKind) =>
  async (call: Call & { subject: Subject }) => {
    const thing = await findSubject(db, kind, call.subject.id);
    const checked = await files.check(thing);
    await recordActivity(db, {
      ...about(thing),
      id_user: call.user.id,
      action: `${kind}.checked`,
      details: { result: checked.every(({ is_same }) => is_same) ? "same" : "different" },
      address: call.request.ip,
    });
    return { checked_at: clock.now().toISOString(), files: checked };
  };

/** The original file of a subject. */
const createOriginal =
  ({ db, archive }: Pick<EvidenceOptions, "db" | "archive">) =>
  (kind: EvidenceKind) =>
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
