import { z } from "zod";

/** The fields of a person that the settings may offer and may demand, in the order of the forms. */
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

const text = (most: number) => z.string().trim().max(most);

/** What is accepted for each of them; which may stay empty, the settings say. */
export const profileInput = {
  first_name: text(100),
  last_name: text(100),
  company: text(150),
  tax_id: text(50),
  street: text(200),
  city: text(100),
  postal_code: text(20),
  province: text(100),
  /** ISO 3166-1 alpha-2, upper case; empty when not said. */
  country: z.union([z.literal(""), z.string().regex(/^[A-Z]{2}$/, { error: "users.country_invalid" })]),
  tel: z
    .string()
    .trim()
    .max(40)
    .regex(/^[+()\d\s./-]*$/, { error: "users.tel_invalid" }),
} as const satisfies Record<ProfileField, z.core.$ZodType>;

/** Simple on purpose, as specified: something, an at sign, something, a dot, something; no blanks. Plus signs and other alphabets pass. */
export const Email = z
  .string({ error: "users.email_required" })
  .trim()
  .min(1, { error: "users.email_required" })
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: "users.email_invalid" });

/** Letters of any alphabet, digits, dot, dash, underscore; never an at sign, so that it cannot pass for an address. */
export const Username = z
  .string({ error: "users.username_required" })
  .trim()
  .min(3, { error: "users.username_short" })
  .max(50)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u, { error: "users.username_invalid" });

/** When to warn of, and then end, a session that nobody uses. `warningMinutes` before the end; both may be fractions in tests only. */
export const Inactivity = z
  .object({
    enabled: z.boolean(),
    timeoutMinutes: z
      .number()
      .min(1, { error: "users.inactivity_range" })
      .max(60, { error: "users.inactivity_range" }),
    /** At least ten seconds, and less than the whole. */
    warningMinutes: z.number().min(1 / 6, { error: "users.warning_range" }),
  })
  .refine(({ timeoutMinutes, warningMinutes }) => warningMinutes < timeoutMinutes, {
    path: ["warningMinutes"],
    error: "users.warning_range",
  });
export type Inactivity = z.output<typeof Inactivity>;

/** As specified: on, five minutes, the last of them with a warning. */
export const inactivityDefault: Inactivity = { enabled: true, timeoutMinutes: 5, warningMinutes: 1 };
