import { z } from "zod";

/** Record ids are positive integers that fit a JavaScript number; text digits are accepted, too. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const IdParams = z.object({ id: Id });

/** Ten or more random letters and digits without look-alikes; opens a public page, so it must not be guessable. */
export const Code = z
  .string()
  .trim()
  .min(4)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

/** Flags are 1 and 0 on the wire; true and false, and text from forms, are also accepted. */
export const Flag = z
  .union([z.boolean(), z.literal([1, 0, "1", "0", "true", "false"])])
  .transform((value) => value === true || value === 1 || value === "1" || value === "true");

/** An instant, ISO 8601 with offset; stored in UTC. */
export const Instant = z.iso.datetime({ offset: true });

/** A day, `2026-11-21`. The database knows no year 0. */
export const calendarDay = (error: string) =>
  z.iso.date({ error }).refine((day) => !day.startsWith("0000"), { error });

export const Empty = z.object({});

/** Paging of every list. `page` starts at 1. */
export const PageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
  search: z.string().trim().max(200).optional(),
} as const;

/** Schema of a paginated list: the rows and the fields needed to request further pages. */
export function page<T extends z.core.$ZodType>(row: T) {
  return z.object({ items: z.array(row), total: z.number(), page: z.number(), per_page: z.number() });
}

/**
 * Permissions of the caller on the accompanying record, verb by verb. Screens read these answers and never decide
 * themselves.
 */
export const Can = z.record(z.string(), z.boolean());

/**
 * Sent with what was made on a device, possibly hours before it arrives. A repeat with the same `guid` by the same user
 * changes nothing and is answered like the first.
 */
export const Captured = {
  /** Made by the device, known for good. */
  guid: z
    .uuid()
    .transform((guid) => guid.toLowerCase())
    .optional(),
  /** By the device's clock. */
  captured_at: Instant.optional(),
  /** Milliseconds to add to `captured_at` for the server's time, as measured by the device; at most ten years. */
  clock_offset: z.coerce.number().int().min(-315_360_000_000).max(315_360_000_000).optional(),
  /** SHA-256 of the content as it was captured: of the file, or of the fields as JSON. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
} as const;
