import { z } from "zod";
import { limits } from "./limits.ts";

/** Profile fields that the settings can offer and require, in the order of the forms. */
export const profileFields = [
  "first_name",
  "last_name",
  "company",
  "tax_id",
  "street",
  "city",
  "postal_code",
  "province",
  "country",
  "tel",
] as const;
export type ProfileField = (typeof profileFields)[number];

const { person } = limits;
const text = (most: number) => z.string().trim().max(most);

/** Accepted input of each field; the settings decide which may stay empty. */
export const profileInput = {
  first_name: text(limits.name),
  last_name: text(limits.name),
  company: text(person.company),
  tax_id: text(person.tax_id),
  street: text(person.street),
  city: text(person.city),
  postal_code: text(person.postal_code),
  province: text(person.province),
  /** ISO 3166-1 alpha-2, upper case; empty if not given. */
  country: z.union([z.literal(""), z.string().regex(/^[A-Z]{2}$/, { error: "users.country_invalid" })]),
  tel: z
    .string()
    .trim()
    .max(person.tel)
    .regex(/^[+()\d\s./-]*$/, { error: "users.tel_invalid" }),
} as const satisfies Record<ProfileField, z.core.$ZodType>;

/**
 * Deliberately simple, as specified: text, an at sign, text, a dot, text; no spaces. Plus signs and other alphabets are
 * accepted.
 */
export const Email = z
  .string({ error: "users.email_required" })
  .trim()
  .min(1, { error: "users.email_required" })
  .max(person.email)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: "users.email_invalid" });

/**
 * Letters of any alphabet, digits, dot, dash, underscore; never an at sign, so that it cannot be mistaken for an
 * address.
 */
export const Username = z
  .string({ error: "users.username_required" })
  .trim()
  .min(3, { error: "users.username_short" })
  .max(person.username)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u, { error: "users.username_invalid" });

/**
 * When to warn before, and then end, an idle session. `warningMinutes` before the end; both may be fractions in tests
 * only.
 */
export const Inactivity = z
  .object({
    enabled: z.boolean(),
    timeoutMinutes: z
      .number()
      .min(limits.inactivity.least, { error: "users.inactivity_range" })
      .max(limits.inactivity.most, { error: "users.inactivity_range" }),
    /** At least ten seconds, and less than the total. */
    warningMinutes: z.number().min(limits.inactivity.warningSeconds / 60, { error: "users.warning_range" }),
  })
  .refine(({ timeoutMinutes, warningMinutes }) => warningMinutes < timeoutMinutes, {
    path: ["warningMinutes"],
    error: "users.warning_range",
  });
export type Inactivity = z.output<typeof Inactivity>;

/** Default for users who have set none, from the administrator's minutes; 0 never ends a session. */
export function inactivityDefault(minutes: number): Inactivity {
  const { warning, specified } = limits.inactivity;
  const timeoutMinutes = minutes === 0 ? specified : minutes;
  return {
    enabled: minutes > 0,
    timeoutMinutes,
    warningMinutes: timeoutMinutes > warning ? warning : timeoutMinutes / 2,
  };
}
