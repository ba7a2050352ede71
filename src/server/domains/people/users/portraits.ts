import type { FastifyRequest } from "fastify";
import { avatarShape, coverShape, type Portraits } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { UsersRepository } from "./users.repository.ts";
import type { Address } from "./wire.ts";

export interface PortraitChangeOptions {
  readonly db: Database;
  readonly repository: Pick<UsersRepository, "update">;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly address: Address;
}

const shapes = { avatar: avatarShape, cover_image: coverShape } as const;

/**
 * Replaces a user's picture; the previous one is swept when nothing uses it any more. Without a file the picture is
 * removed. Returns the new picture's address. Throws the errors of `keepPortrait`.
 */
export function createPortraitChange({ db, repository, portraits, address }: PortraitChangeOptions) {
  const write = (
    field: keyof typeof shapes,
    user: SessionUser,
    request: FastifyRequest,
    key: string | null,
  ) =>
    db.transaction().execute(async (trx) => {
      await repository.update(trx, user.id, { [field]: key });
      await recordActivity(trx, {
        id_user: user.id,
        action: "user.changed",
        changed: [field],
        address: request.ip,
      });
    });
  return {
    async replace(
      field: keyof typeof shapes,
      user: SessionUser,
      request: FastifyRequest,
      file: UploadedFile,
    ): Promise<string> {
      const key = await portraits.keepPortrait(file, shapes[field]);
      await write(field, user, request, key);
      return address(key);
    },
    async remove(field: keyof typeof shapes, user: SessionUser, request: FastifyRequest): Promise<void> {
      await write(field, user, request, null);
    },
  };
}
